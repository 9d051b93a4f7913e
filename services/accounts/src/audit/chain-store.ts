import type { Connection, mongo } from 'mongoose'
import type { AuditRecord } from './audit-record.ts'
import { auditHeads, auditRecords } from './audit-store.ts'
import type { AuditHead } from './chain.ts'

/** Reads the chains of the audit trail, for those who verify them. */
export class ChainStore {
  readonly #records: mongo.Collection<AuditRecord>
  readonly #heads: mongo.Collection<AuditHead>

  constructor(connection: Connection) {
    this.#records = auditRecords(connection)
    this.#heads = auditHeads(connection)
  }

  /** Every organisation with audit records or a chain head. */
  async *organizations(): AsyncGenerator<string> {
    const names = this.#records.aggregate<{ _id: string }>(
      [
        { $group: { _id: '$organization_id' } },
        { $unionWith: { coll: this.#heads.collectionName, pipeline: [{ $project: { _id: 1 } }] } },
        { $group: { _id: '$_id' } },
        { $sort: { _id: 1 } },
      ],
      { allowDiskUse: true },
    )
    for await (const { _id } of names) yield _id
  }

  async head(organizationId: string): Promise<AuditHead | null> {
    return await this.#heads.findOne({ _id: organizationId })
  }

  /** The head of a chain, if its last record has this hash. */
  async headWithHash(organizationId: string, hash: string): Promise<AuditHead | null> {
    return await this.#heads.findOne({ _id: organizationId, hash })
  }

  /** The records after a number, up to another, in order. */
  records(organizationId: string, after: number, upTo: number): AsyncIterable<AuditRecord> {
    const part = { organization_id: organizationId, number: { $gt: after, $lte: upTo } }
    return this.#records.find(part).sort({ number: 1 })
  }

  /** The record that follows the one with this hash. */
  async nextAfterHash(organizationId: string, hash: string): Promise<AuditRecord | null> {
    return await this.#records.findOne({ organization_id: organizationId, previous_hash: hash })
  }

  async hasRecordsAfter(organizationId: string, number: number): Promise<boolean> {
    const after = { organization_id: organizationId, number: { $gt: number } }
    return (await this.#records.findOne(after)) !== null
  }
}
