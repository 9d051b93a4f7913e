import type { OptOut } from '@usher/contracts'
import {
  collectionOf,
  createBatchLoader,
  isDuplicateKey,
  newId,
  organizationSchema,
  type PersonalData,
  PersonalDataStore,
  subjectContact,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { channelOf } from '../recipients/reach.ts'
import type { AddressHashes } from './address-hash.ts'

/** An opt-out, as stored. */
export interface OptOutRecord extends Omit<OptOut, 'id' | 'created_at'> {
  readonly _id: string
  readonly organization_id: string
  /** Still stops messages once the address is erased. */
  readonly hash: string
  readonly created_at: Date
}

/** An opt-out as returned by the API. */
export const presentOptOut = (record: OptOutRecord): OptOut => ({
  id: record._id,
  channel: record.channel,
  address: record.address,
  source: record.source,
  reason: record.reason,
  created_at: record.created_at.toISOString(),
})

const schema = organizationSchema<OptOutRecord>('opt_outs')
  .index({ organization_id: 1, _id: -1 })
  .index({ organization_id: 1, hash: 1 }, { unique: true })
  .index({ organization_id: 1, created_at: 1 }, { partialFilterExpression: { address: { $type: 'string' } } })

type NewOptOut = Pick<OptOutRecord, 'organization_id' | 'source' | 'reason' | 'created_at'> & {
  readonly address: string
}

interface Recipient {
  readonly organizationId: string
  readonly address: string
}

interface Page {
  readonly address: string | undefined
  readonly beforeId: string | undefined
  readonly limit: number
}

/** Opt-outs of all organisations. */
export class OptOutStore {
  readonly #optOuts: mongo.Collection<OptOutRecord>
  readonly #hashes: AddressHashes
  readonly #isOut = createBatchLoader<Recipient, boolean>(async (recipients) => {
    const hashed = recipients.map((one) => this.#hashes.all(one.organizationId, one.address))
    const filter = {
      organization_id: { $in: [...new Set(recipients.map(({ organizationId }) => organizationId))] },
      hash: { $in: hashed.flat() },
    }
    const found = await this.#optOuts.find(filter, { projection: { _id: 0, hash: 1 } }).toArray()
    // A hash belongs to one organisation.
    const out = new Set(found.map(({ hash }) => hash))
    return hashed.map((hashes) => hashes.some((hash) => out.has(hash)))
  })

  constructor(connection: Connection, hashes: AddressHashes) {
    this.#optOuts = collectionOf(connection, schema)
    this.#hashes = hashes
  }

  #of(organizationId: string, address: string) {
    return { organization_id: organizationId, hash: { $in: this.#hashes.all(organizationId, address) } }
  }

  /** Concurrent look-ups are batched. */
  async isOut(organizationId: string, address: string): Promise<boolean> {
    return await this.#isOut({ organizationId, address })
  }

  async find(organizationId: string, address: string, session?: ClientSession): Promise<OptOutRecord | null> {
    return await this.#optOuts.findOne(this.#of(organizationId, address), session ? { session } : {})
  }

  /**
   * Opts an address out. An existing opt-out is unchanged, unless the recipient now asks for it: then only they can
   * withdraw it. Outside a transaction, two concurrent calls count as one.
   */
  async add(
    given: NewOptOut,
    session?: ClientSession,
  ): Promise<{ readonly record: OptOutRecord; readonly isNew: boolean }> {
    const { organization_id, address } = given
    const known = await this.find(organization_id, address, session)
    if (known && (given.source !== 'reply' || known.source === 'reply'))
      return { record: known, isNew: false }
    if (known) return { record: await this.#asked(known, given, session), isNew: true }
    const hash = this.#hashes.of(organization_id, address)
    const record = { _id: newId('optOut'), channel: channelOf(address), hash, ...given }
    try {
      await this.#optOuts.insertOne(record, session ? { session } : {})
    } catch (error) {
      if (session || !isDuplicateKey(error)) throw error
      return await this.add(given)
    }
    return { record, isNew: true }
  }

  /** Turns an opt-out that others recorded into the recipient's own. */
  async #asked(
    known: OptOutRecord,
    { address, reason }: NewOptOut,
    session?: ClientSession,
  ): Promise<OptOutRecord> {
    const record = { ...known, address, source: 'reply' as const, reason }
    const { _id, organization_id } = known
    await this.#optOuts.replaceOne({ _id, organization_id }, record, session ? { session } : {})
    return record
  }

  async findById(organizationId: string, id: string): Promise<OptOutRecord | null> {
    return await this.#optOuts.findOne({ _id: id, organization_id: organizationId })
  }

  async delete({ _id, organization_id }: OptOutRecord): Promise<void> {
    await this.#optOuts.deleteOne({ _id, organization_id })
  }

  /** Returns whether the address was opted out. */
  async remove(organizationId: string, address: string, session: ClientSession): Promise<boolean> {
    return (await this.#optOuts.deleteMany(this.#of(organizationId, address), { session })).deletedCount > 0
  }

  /** Newest first. */
  async list(organizationId: string, { address, beforeId, limit }: Page): Promise<OptOutRecord[]> {
    return await this.#optOuts
      .find({
        ...(address === undefined ? { organization_id: organizationId } : this.#of(organizationId, address)),
        ...(beforeId && { _id: { $lt: beforeId } }),
      })
      .sort({ _id: -1 })
      .limit(limit)
      .toArray()
  }

  /** What is personal in opt-outs: the address and the reason. A hash stays, so that it keeps stopping messages. */
  personalData(): PersonalData {
    return new PersonalDataStore(this.#optOuts, {
      ofPerson: ({ organizationId, subject }) => {
        const contact = subjectContact(subject)
        return contact && this.#of(organizationId, contact.value)
      },
      identified: { address: { $type: 'string' } },
      exported: { as: (found) => found.map((record) => ({ type: 'opt_out', ...presentOptOut(record) })) },
      erased: { how: { change: () => ({ $set: { address: null, reason: null } }) } },
      retention: { since: 'created_at', expired: (before) => ({ created_at: { $lt: before } }) },
    })
  }
}
