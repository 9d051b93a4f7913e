import type { PrivacySubject } from '@usher/contracts'
import { contactFilter, nativeCollection } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import { type GuestRecord, guestModel } from '../records/guest-record.ts'
import { WITHOUT_PERSON } from './anonymize.ts'

const ID = { projection: { _id: 1 } } as const

/** Reads, anonymises and deletes the guests covered by privacy requests and retention. */
export class PrivacyStore {
  readonly #guests: mongo.Collection<GuestRecord>

  constructor(connection: Connection) {
    this.#guests = nativeCollection(guestModel(connection))
  }

  /** Guests of a subject who are not anonymous yet. */
  async identified(organizationId: string, subject: PrivacySubject, limit: number): Promise<string[]> {
    const meant = { ...guestsOf(organizationId, subject), anonymized_at: null }
    const found = await this.#guests.find(meant, ID).limit(limit).toArray()
    return found.map(({ _id }) => _id)
  }

  /** Guests of a subject by id, after a given one. */
  async page(
    organizationId: string,
    subject: PrivacySubject,
    after: string,
    limit: number,
  ): Promise<GuestRecord[]> {
    return await this.#guests
      .find({ $and: [guestsOf(organizationId, subject), { _id: { $gt: after } }] })
      .sort({ _id: 1 })
      .limit(limit)
      .toArray()
  }

  /** Deletes some guests of an organisation. Returns how many. */
  async deleteSome(organizationId: string, limit: number): Promise<number> {
    const found = await this.#guests.find({ organization_id: organizationId }, ID).limit(limit).toArray()
    await this.#guests.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } })
    return found.length
  }

  /** Guests past their retention period. */
  async old(organizationId: string, before: Date, limit: number): Promise<string[]> {
    const found = await this.#guests.find(oldGuests(organizationId, before), ID).limit(limit).toArray()
    return found.map(({ _id }) => _id)
  }

  /** Anonymises guests past their retention period. */
  async anonymizeOld(
    ids: readonly string[],
    organizationId: string,
    { before, now }: { readonly before: Date; readonly now: Date },
  ): Promise<void> {
    const old = { ...oldGuests(organizationId, before), _id: { $in: [...ids] } }
    await this.#guests.updateMany(old, { $set: { ...WITHOUT_PERSON, anonymized_at: now } })
  }
}

/** The guests that a privacy request covers, within its organisation. */
const guestsOf = (organizationId: string, subject: PrivacySubject) => ({
  organization_id: organizationId,
  ...('guest_id' in subject && { _id: subject.guest_id }),
  ...contactFilter(subject),
})

/** Guests who left before a time and still have their names; the conditions match their index. */
export const oldGuests = (organizationId: string, before: Date) => ({
  organization_id: organizationId,
  left_at: { $lte: before, $type: 'date' as const },
  anonymized_at: null,
})
