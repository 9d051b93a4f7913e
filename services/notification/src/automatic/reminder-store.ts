import { collectionOf, dueScope, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'

/** A guest to remind, unless they arrive before. */
export interface ReminderRecord {
  /** Id of the guest, who has at most one reminder. */
  readonly _id: string
  readonly organization_id: string
  readonly queue_id: string
  /** The event that called the guest, or brought the guest back as called. */
  readonly event_id: string
  readonly sequence: number
  readonly request_id: string
  readonly traceparent?: string
  readonly send_at: Date
  readonly expires_at: Date
  /** When the guest becomes a no-show automatically. */
  readonly no_show_at: Date | null
}

const schema = organizationSchema<ReminderRecord>('reminders')
  .index({ send_at: 1 })
  .index({ organization_id: 1 })

/** Guests to remind, of all organisations. */
export class ReminderStore {
  readonly #reminders: mongo.Collection<ReminderRecord>

  readonly #scope

  constructor(connection: Connection) {
    this.#reminders = collectionOf(connection, schema)
    this.#scope = () => dueScope(connection)
  }

  /** Stores reminders, unless one of a later call exists. */
  async put(records: readonly ReminderRecord[], session: ClientSession): Promise<void> {
    if (records.length === 0) return
    const operations = records.map((record) => ({
      updateOne: { filter: { _id: record._id }, update: unlessLater(record), upsert: true },
    }))
    await this.#reminders.bulkWrite(operations, { session })
  }

  async nextAt(): Promise<Date | undefined> {
    const next = { projection: { send_at: 1 }, sort: { send_at: 1 as const } }
    return (await this.#reminders.findOne(this.#scope(), next))?.send_at
  }

  /** Removes those due longest, and returns them. Replicas that take the same ones conflict. */
  async takeDue(now: Date, limit: number, session: ClientSession): Promise<ReminderRecord[]> {
    const due = { ...this.#scope(), send_at: { $lte: now } }
    const taken = await this.#reminders.find(due, { session }).sort({ send_at: 1 }).limit(limit).toArray()
    await this.drop(
      taken.map(({ _id }) => _id),
      session,
    )
    return taken
  }

  async drop(guestIds: readonly string[], session: ClientSession): Promise<void> {
    if (guestIds.length > 0) await this.#reminders.deleteMany({ _id: { $in: [...guestIds] } }, { session })
  }
}

function unlessLater(record: ReminderRecord) {
  const isLater = { $gte: [{ $ifNull: ['$sequence', -1] }, record.sequence] }
  return [{ $replaceWith: { $cond: [isLater, '$$ROOT', { $literal: record }] } }]
}
