import type { Channel, Notification, TemplateKind } from '@usher/contracts'
import {
  collectionOf,
  collectionSchema,
  createBatchLoader,
  dueScope,
  type PersonalData,
  PersonalDataStore,
} from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { type GuestKey, type GuestPage, isAfter, ofPerson } from '../guests/guest-page.ts'
import { type BeginningAttempt, beginAll, type CountedMarks } from './begin.ts'
import { type Claiming, claimDue, DUE_BY_ORGANIZATION } from './claim-due.ts'
import { type NotificationRecord, presentNotification, SANDBOX } from './notification.ts'

const schema = collectionSchema<NotificationRecord>('notifications')
  .index({ organization_id: 1, created_at: -1, _id: -1 })
  .index({ organization_id: 1, guest_id: 1, created_at: -1, _id: -1 })
  .index({ organization_id: 1, to: 1 }, { partialFilterExpression: { to: { $type: 'string' } } })
  .index(
    { organization_id: 1, cause: 1 },
    { unique: true, partialFilterExpression: { cause: { $exists: true } } },
  )
  .index({ organization_id: 1, status: 1, created_at: -1, _id: -1 })
  .index({ organization_id: 1, channel: 1, created_at: -1, _id: -1 })
  .index({ organization_id: 1, created_at: 1 }, { partialFilterExpression: { anonymized_at: null } })
  .index({ due_at: 1 }, { sparse: true })
  .index(DUE_BY_ORGANIZATION, { partialFilterExpression: { due_at: { $exists: true } } })
  .index({ receipt_due_at: 1 }, { sparse: true })

export interface NotificationFilter {
  readonly organizationId: string
  readonly guestId?: string | undefined
  readonly bookingId?: string | undefined
  readonly to?: string | undefined
  readonly status?: Notification['status'] | undefined
  readonly channel?: Channel | undefined
  /** Whether the sandbox took it. */
  readonly isOfSandbox?: boolean | undefined
  readonly createdFrom?: string | undefined
  readonly createdTo?: string | undefined
}

interface Page {
  /** Time and id of the last item of the page before. */
  readonly before: { readonly at: Date; readonly id: string } | undefined
  readonly limit: number
}

/** Notifications of all organisations. Clients' look-ups are limited to their own. */
export class NotificationStore {
  readonly #notifications: mongo.Collection<NotificationRecord>
  readonly #begin = createBatchLoader<BeginningAttempt, boolean>((attempts) =>
    beginAll(this.#notifications, attempts),
  )

  readonly #scope

  constructor(connection: Connection) {
    this.#notifications = collectionOf(connection, schema)
    this.#scope = () => dueScope(connection)
  }

  async find(organizationId: string, id: string): Promise<NotificationRecord | null> {
    return await this.#notifications.findOne({ _id: id, organization_id: organizationId })
  }

  /** For callbacks that name only the id. */
  async findInAnyOrganization(id: string): Promise<NotificationRecord | null> {
    return await this.#notifications.findOne({ _id: id })
  }

  /** Those to a guest after a position, oldest first. */
  async ofGuest({ organization_id, _id: guest_id }: GuestKey, { after, limit }: GuestPage) {
    const filter = { organization_id, guest_id, ...(after && isAfter('created_at', after)) }
    return await this.#notifications.find(filter).sort({ created_at: 1, _id: 1 }).limit(limit).toArray()
  }

  /** The last message of a kind to a guest. */
  async lastOfKind(
    { organization_id, _id: guest_id }: GuestKey,
    kind: TemplateKind,
  ): Promise<NotificationRecord | null> {
    return await this.#notifications.findOne({ organization_id, guest_id, kind }, { sort: { _id: -1 } })
  }

  /** Whether a guest has a later message of the same kind, not counting failovers of earlier ones. */
  async hasLater({ _id, organization_id, guest_id, kind }: NotificationRecord): Promise<boolean> {
    const later = { organization_id, guest_id, kind, _id: { $gt: _id }, failover_of: { $eq: null } }
    return (await this.#notifications.findOne(later, { projection: { _id: 1 } })) !== null
  }

  /** Newest first. */
  async list(filter: NotificationFilter, { before, limit }: Page): Promise<NotificationRecord[]> {
    const { organizationId, guestId, bookingId, to, status, channel, isOfSandbox } = filter
    const { createdFrom, createdTo } = filter
    const from = createdFrom && { $gte: new Date(createdFrom) }
    const until = createdTo && { $lt: new Date(createdTo) }
    return await this.#notifications
      .find({
        organization_id: organizationId,
        ...(guestId && { guest_id: guestId }),
        ...(status && { status }),
        ...(channel && { channel }),
        ...(isOfSandbox !== undefined && { provider: isOfSandbox ? SANDBOX : { $ne: SANDBOX } }),
        ...(bookingId && { booking_id: bookingId }),
        ...(to && { to }),
        ...((from || until) && { created_at: { ...from, ...until } }),
        ...(before && {
          $or: [{ created_at: { $lt: before.at } }, { created_at: before.at, _id: { $lt: before.id } }],
        }),
      })
      .sort({ created_at: -1, _id: -1 })
      .limit(limit)
      .toArray()
  }

  async findByIds(ids: readonly string[], session: ClientSession): Promise<Map<string, NotificationRecord>> {
    const found = await this.#notifications.find({ _id: { $in: [...ids] } }, { session }).toArray()
    return new Map(found.map((record) => [record._id, record]))
  }

  async replaceMany(records: readonly NotificationRecord[], session: ClientSession): Promise<void> {
    if (records.length === 0) return
    const operations = records.map((record) => ({
      replaceOne: { filter: { _id: record._id }, replacement: record },
    }))
    await this.#notifications.bulkWrite(operations, { session })
  }

  /** Deletes the message about a move of a booking if sending it has not begun. */
  async deleteMove(
    organizationId: string,
    bookingId: string,
    session: ClientSession,
  ): Promise<NotificationRecord | null> {
    const waits = { status: 'queued', claim: null, attempts: { $size: 0 } } as const
    const move = { organization_id: organizationId, booking_id: bookingId, kind: 'booking_changed' } as const
    return await this.#notifications.findOneAndDelete({ ...move, ...waits }, { session })
  }

  /** Whether the customer of a booking has a later message that makes this one untrue. */
  async isOvertaken({ _id, organization_id, to, booking_id }: NotificationRecord): Promise<boolean> {
    const kind = { $in: ['booking_changed', 'booking_cancelled', 'booking_declined'] as TemplateKind[] }
    const later = { organization_id, to, booking_id: booking_id ?? '', kind, _id: { $gt: _id } }
    return (await this.#notifications.findOne(later, { projection: { _id: 1 } })) !== null
  }

  async insertMany(records: readonly NotificationRecord[], session: ClientSession): Promise<void> {
    if (records.length > 0) await this.#notifications.insertMany([...records], { session })
  }

  /** Causes that already have a notification. */
  async knownCauses(
    organizationIds: readonly string[],
    causes: readonly string[],
    session: ClientSession,
  ): Promise<Set<string>> {
    const filter = { organization_id: { $in: [...organizationIds] }, cause: { $in: [...causes] } }
    const found = await this.#notifications.find(filter, { session, projection: { cause: 1 } }).toArray()
    return new Set(found.map(({ cause }) => cause ?? ''))
  }

  /** Sent notifications whose receipt is overdue, longest first. */
  async overdueReceipts(now: Date, limit: number): Promise<string[]> {
    const found = await this.#notifications
      .find({ ...this.#scope(), receipt_due_at: { $lte: now } }, { projection: { _id: 1 } })
      .sort({ receipt_due_at: 1 })
      .limit(limit)
      .toArray()
    return found.map(({ _id }) => _id)
  }

  /**
   * When the next one becomes due, or its claim expires.
   *
   * @param time leaves out those due until then; by default the answer is when the first is or was due
   */
  async nextDueAfter(time = new Date(0)): Promise<Date | undefined> {
    const next = { projection: { due_at: 1 }, sort: { due_at: 1 as const } }
    return (await this.#notifications.findOne({ ...this.#scope(), due_at: { $gt: time } }, next))?.due_at
  }

  /** When the next receipt becomes overdue. */
  async nextReceiptDue(): Promise<Date | undefined> {
    const next = { projection: { receipt_due_at: 1 }, sort: { receipt_due_at: 1 as const } }
    return (await this.#notifications.findOne({ ...this.#scope(), receipt_due_at: { $exists: true } }, next))
      ?.receipt_due_at
  }

  /** Claims those due longest, skipping busy organisations. */
  claimDue(claiming: Claiming): Promise<NotificationRecord[]> {
    return claimDue(this.#notifications, { ...claiming, among: this.#scope() })
  }

  /** Marks a notification as counted against limits. */
  async mark(_id: string, marks: CountedMarks): Promise<void> {
    await this.#notifications.updateOne({ _id }, { $set: marks })
  }

  /**
   * Records that a claimed notification is being given to a provider; false if the claim has passed to another
   * process.
   */
  async begin(attempt: BeginningAttempt): Promise<boolean> {
    return await this.#begin(attempt)
  }

  /**
   * What is personal in notifications: address, subject and text.
   *
   * @param erase anonymises notifications, and cancels those not yet sent
   */
  personalData(erase: EraseNotifications): PersonalData {
    return new PersonalDataStore(this.#notifications, {
      ofPerson: (person) => ofPerson(person, 'to'),
      identified: { anonymized_at: null },
      exported: {
        as: (found) => found.map((record) => ({ type: 'notification', ...presentNotification(record) })),
      },
      erased: { how: { by: erase } },
      // One still to be sent is not old, however long ago it was requested.
      retention: {
        since: 'created_at',
        expired: (before) => ({ created_at: { $lt: before }, status: { $ne: 'queued' as const } }),
      },
    })
  }
}

type EraseNotifications = (
  found: readonly NotificationRecord[],
  at: { readonly now: Date },
) => Promise<unknown>
