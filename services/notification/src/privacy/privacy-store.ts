import { ANONYMOUS_NAME } from '@usher/contracts'
import { addressFilter, contactFilter, nativeCollection } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { GuestRecord } from '../guests/guest-store.ts'
import type { NotificationRecord } from '../notifications/notification.ts'
import type { QueueRecord } from '../queues/queue-store.ts'
import type { ReplyRecord } from '../replies/reply.ts'
import type { People } from './state.ts'

interface Page {
  readonly after: string
  readonly limit: number
}

/** People as their notifications show them. */
interface Recipients {
  readonly guestIds: readonly string[]
  readonly subject: People['subject']
}

/** Reads, anonymises and deletes what privacy requests and retention are about, where several stores are concerned. */
export class PrivacyStore {
  readonly #notifications: mongo.Collection<NotificationRecord>
  readonly #replies: mongo.Collection<ReplyRecord>
  readonly #guests: mongo.Collection<GuestRecord>
  readonly #queues: mongo.Collection<QueueRecord>

  /** @param connection with the models of the other stores */
  constructor(connection: Connection) {
    this.#notifications = nativeCollection(connection.model<NotificationRecord>('Notification'))
    this.#replies = nativeCollection(connection.model<ReplyRecord>('Reply'))
    this.#guests = nativeCollection(connection.model<GuestRecord>('Guest'))
    this.#queues = nativeCollection(connection.model<QueueRecord>('Queue'))
  }

  /** Organisations with guests, or with notifications or replies that are not anonymous yet. */
  async organizationsWithPeople(): Promise<string[]> {
    const ofPeople = { anonymized_at: null }
    const found: string[][] = await Promise.all([
      this.#notifications.distinct('organization_id', ofPeople),
      this.#replies.distinct('organization_id', ofPeople),
      this.#guests.distinct('organization_id'),
    ])
    return found.flat()
  }

  /** Notifications past their retention period. One still to be sent is not old, however long ago it was requested. */
  async oldNotifications(organizationId: string, before: Date, limit: number): Promise<string[]> {
    const old = {
      organization_id: organizationId,
      created_at: { $lt: before },
      status: { $ne: 'queued' as const },
      anonymized_at: null,
    }
    const options = { projection: { _id: 1 }, sort: { created_at: 1 as const } }
    const found = await this.#notifications.find(old, options).limit(limit).toArray()
    return found.map(({ _id }) => _id)
  }

  /** Guests with a telephone number or an address. */
  async guestIds(
    organizationId: string,
    subject: Exclude<People['subject'], { guest_id: string }>,
  ): Promise<string[]> {
    return await this.#guests.distinct('_id', { organization_id: organizationId, ...contactFilter(subject) })
  }

  async anonymizeGuests(organizationId: string, ids: readonly string[]): Promise<void> {
    await this.#guests.updateMany(
      { organization_id: organizationId, _id: { $in: [...ids] } },
      {
        $set: { name: ANONYMOUS_NAME, phone: null, email: null, locale: null, status_url: null },
        $unset: { push: '' },
      },
    )
  }

  /** The next notifications of an organisation by id, to some people or to all. */
  async nextNotifications(
    organizationId: string,
    to: Recipients | null,
    { after, limit }: Page,
  ): Promise<NotificationRecord[]> {
    const filter = { organization_id: organizationId, _id: { $gt: after }, ...(to && toAny(to)) }
    return await this.#notifications.find(filter).sort({ _id: 1 }).limit(limit).toArray()
  }

  /** Deletes some notifications of an organisation. If fewer than `limit` were found, there are no more. */
  async deleteNotifications(
    organizationId: string,
    limit: number,
  ): Promise<{ found: number; deleted: number }> {
    const some = this.#notifications.find({ organization_id: organizationId }, { projection: { _id: 1 } })
    const ids = (await some.limit(limit).toArray()).map(({ _id }) => _id)
    const { deletedCount } = await this.#notifications.deleteMany({ _id: { $in: ids } })
    return { found: ids.length, deleted: deletedCount }
  }

  /** Deletes the copies of an organisation's guests and queues. */
  async deleteCopies(organizationId: string): Promise<void> {
    await this.#guests.deleteMany({ organization_id: organizationId })
    await this.#queues.deleteMany({ organization_id: organizationId })
  }
}

function toAny({ guestIds, subject }: Recipients) {
  const address = addressFilter(subject)
  return {
    $or: [{ guest_id: { $in: [...guestIds] } }, ...(address ? [{ to: address }] : [])],
  }
}
