import {
  collectionOf,
  organizationSchema,
  type PersonalData,
  PersonalDataStore,
  spellingsOf,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { type GuestKey, type GuestPage, isAfter, ofPerson } from '../guests/guest-page.ts'
import type { InboundMessage } from '../providers/provider.ts'
import { presentReply, type ReplyRecord } from './reply.ts'

const schema = organizationSchema<ReplyRecord>('replies')
  .index({ organization_id: 1, provider: 1, provider_message_id: 1 }, { unique: true })
  .index({ organization_id: 1, _id: -1 })
  .index({ organization_id: 1, guest_id: 1, received_at: 1, _id: 1 })
  .index({ organization_id: 1, from: 1, _id: -1 })
  .index({ organization_id: 1, received_at: 1 }, { partialFilterExpression: { anonymized_at: null } })

interface Page {
  readonly guestId: string | undefined
  readonly from: string | undefined
  readonly beforeId: string | undefined
  readonly limit: number
}

/** Replies of recipients, of all organisations. */
export class ReplyStore {
  readonly #replies: mongo.Collection<ReplyRecord>

  constructor(connection: Connection) {
    this.#replies = collectionOf(connection, schema)
  }

  /** The stored reply for a message, if it arrived before. */
  async findRepeat(message: InboundMessage, session: ClientSession): Promise<ReplyRecord | null> {
    const { organizationId: organization_id, provider, providerMessageId: provider_message_id } = message
    return await this.#replies.findOne({ organization_id, provider, provider_message_id }, { session })
  }

  async find(organizationId: string, id: string, session: ClientSession): Promise<ReplyRecord | null> {
    return await this.#replies.findOne({ _id: id, organization_id: organizationId }, { session })
  }

  /** Whether somebody was told since a time that they are in no line. */
  async wasToldNotFound(organizationId: string, from: string, since: Date): Promise<boolean> {
    const told = {
      organization_id: organizationId,
      from,
      answer: 'not_found' as const,
      received_at: { $gt: since },
    }
    return (await this.#replies.findOne(told, { projection: { _id: 1 } })) !== null
  }

  async insert(record: ReplyRecord, session: ClientSession): Promise<void> {
    await this.#replies.insertOne(record, { session })
  }

  /** Those of a guest after a position, oldest first. */
  async ofGuest({ organization_id, _id: guest_id }: GuestKey, { after, limit }: GuestPage) {
    const filter = { organization_id, guest_id, ...(after && isAfter('received_at', after)) }
    return await this.#replies.find(filter).sort({ received_at: 1, _id: 1 }).limit(limit).toArray()
  }

  /** Newest first. */
  async list(organizationId: string, { guestId, from, beforeId, limit }: Page): Promise<ReplyRecord[]> {
    return await this.#replies
      .find({
        organization_id: organizationId,
        ...(guestId && { guest_id: guestId }),
        ...(from && { from: { $in: spellingsOf(from) } }),
        ...(beforeId && { _id: { $lt: beforeId } }),
      })
      .sort({ _id: -1 })
      .limit(limit)
      .toArray()
  }

  /** What is personal in replies: the address and the text. */
  personalData(): PersonalData {
    return new PersonalDataStore(this.#replies, {
      ofPerson: (person) => ofPerson(person, 'from'),
      identified: { anonymized_at: null },
      exported: { as: (found) => found.map((record) => ({ type: 'reply', ...presentReply(record) })) },
      erased: { how: { change: (now) => ({ $set: { from: null, text: '', anonymized_at: now } }) } },
      retention: { since: 'received_at', expired: (before) => ({ received_at: { $lt: before } }) },
    })
  }
}
