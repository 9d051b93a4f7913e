import type { AuditFilter } from '@usher/contracts'
import { collectionOf, collectionSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import type { AuditEntry, AuditRecord } from './audit-record.ts'
import { type AuditHead, BEFORE_FIRST } from './chain.ts'
import type { Trace } from './recognise.ts'

/** An event whose request the gateway has not recorded yet. */
export interface PendingEvent extends AuditEntry {
  /** Id of the event. */
  readonly _id: string
  readonly organization_id: string
  /** When it is added to the trail without a request record. */
  readonly due_at: Date
}

const recordSchema = collectionSchema<AuditRecord>('audit_records')
  .index({ organization_id: 1, number: -1 }, { unique: true })
  .index({ organization_id: 1, actor: 1, number: -1 })
  .index({ organization_id: 1, action: 1, number: -1 })
  .index({ organization_id: 1, resource: 1, number: -1 })
  .index({ organization_id: 1, request_id: 1, number: -1 })
  .index({ organization_id: 1, at: -1 })

const headSchema = collectionSchema<AuditHead>('audit_heads')

const pendingSchema = collectionSchema<PendingEvent>('audit_pending')
  .index({ due_at: 1 })
  .index({ organization_id: 1, request_id: 1 })

export const auditRecords = (connection: Connection): mongo.Collection<AuditRecord> =>
  collectionOf(connection, recordSchema)

export const auditHeads = (connection: Connection): mongo.Collection<AuditHead> =>
  collectionOf(connection, headSchema)

/** Stores the audit trail. Records can be neither changed nor deleted. */
export class AuditStore {
  readonly #records: mongo.Collection<AuditRecord>
  readonly #heads: mongo.Collection<AuditHead>
  readonly #pending: mongo.Collection<PendingEvent>

  constructor(connection: Connection) {
    this.#records = auditRecords(connection)
    this.#heads = auditHeads(connection)
    this.#pending = collectionOf(connection, pendingSchema)
  }

  /**
   * Reads and locks the end of an organisation's chain until this transaction ends; a concurrent one gets a
   * write conflict and is retried.
   */
  async lockHead(organizationId: string, session: ClientSession): Promise<AuditHead> {
    const unbegun = { number: 0, hash: BEFORE_FIRST, key_id: '', seal: '' }
    const head = await this.#heads.findOneAndUpdate(
      { _id: organizationId },
      { $setOnInsert: unbegun, $inc: { locks: 1 } },
      { session, upsert: true, returnDocument: 'after', projection: { locks: 0 } },
    )
    return head ?? { _id: organizationId, ...unbegun }
  }

  /** @throws Error if the chain no longer ends at `end` */
  async append(
    added: readonly AuditRecord[],
    { _id, ...head }: AuditHead,
    end: Pick<AuditHead, 'number' | 'hash'>,
    session: ClientSession,
  ): Promise<void> {
    const { number, hash } = end
    const { matchedCount } = await this.#heads.updateOne({ _id, number, hash }, { $set: head }, { session })
    if (matchedCount !== 1) throw new Error('the audit trail went on meanwhile')
    await this.#records.insertMany([...added], { session })
  }

  /** Entries with these request ids. */
  async traces(
    organizationId: string,
    requestIds: readonly string[],
    session?: ClientSession,
  ): Promise<Trace[]> {
    return await this.#records
      .find(
        { organization_id: organizationId, request_id: { $in: [...requestIds] } },
        { ...(session && { session }) },
      )
      .project<Trace>({ request_id: 1, actor: 1, at: 1, duration_ms: 1, status: 1 })
      .toArray()
  }

  async page(
    organizationId: string,
    filter: AuditFilter,
    page: { below: number | undefined; limit: number },
  ): Promise<AuditRecord[]> {
    const below = page.below !== undefined && { number: { $lt: page.below } }
    return await this.#newestFirst({ ...conditions(organizationId, filter), ...below })
      .limit(page.limit)
      .toArray()
  }

  /** All matching records, newest first, streamed. */
  all(organizationId: string, filter: AuditFilter): AsyncIterable<AuditRecord> {
    return this.#newestFirst(conditions(organizationId, filter))
  }

  async addPending(events: readonly PendingEvent[], session: ClientSession): Promise<void> {
    if (events.length > 0) await this.#pending.insertMany([...events], { session })
  }

  async pendingOf(
    organizationId: string,
    requestIds: readonly string[],
    session: ClientSession,
  ): Promise<PendingEvent[]> {
    return await this.#pending
      .find({ organization_id: organizationId, request_id: { $in: [...requestIds] } }, { session })
      .toArray()
  }

  /** Pending events that are due, longest overdue first. */
  async duePending(now: Date, limit: number): Promise<PendingEvent[]> {
    return await this.#pending
      .find({ due_at: { $lte: now } })
      .sort({ due_at: 1 })
      .limit(limit)
      .toArray()
  }

  /** When the next pending event is due; undefined: none is pending. */
  async nextDue(): Promise<Date | undefined> {
    const next = { sort: { due_at: 1 }, projection: { _id: 0, due_at: 1 } } as const
    return (await this.#pending.findOne({}, next))?.due_at
  }

  /** Due time of the longest overdue event; null: none. */
  async oldestDue(now: Date): Promise<Date | null> {
    const found = await this.#pending.findOne({ due_at: { $lte: now } }, { sort: { due_at: 1 } })
    return found?.due_at ?? null
  }

  async removePending(ids: readonly string[], session: ClientSession): Promise<void> {
    if (ids.length > 0) await this.#pending.deleteMany({ _id: { $in: [...ids] } }, { session })
  }

  #newestFirst(filter: mongo.Filter<AuditRecord>): mongo.FindCursor<mongo.WithId<AuditRecord>> {
    return this.#records.find(filter).sort({ number: -1 })
  }
}

function conditions(organizationId: string, filter: AuditFilter): mongo.Filter<AuditRecord> {
  const { from, to, ...equal } = filter
  const given = Object.entries(equal).filter(([, value]) => value !== undefined)
  const at = { ...(from && { $gte: new Date(from) }), ...(to && { $lt: new Date(to) }) }
  return {
    ...Object.fromEntries(given),
    ...((from || to) && { at }),
    organization_id: organizationId,
  }
}
