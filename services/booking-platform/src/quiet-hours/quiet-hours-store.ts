import type { QuietHours } from '@usher/contracts'
import { collectionOf, type EventCopy, organizationSchema, updateIfNewer } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'

/** The quiet hours of an organisation, whose id is `_id`. */
interface QuietHoursRecord extends EventCopy {
  readonly hours: QuietHours | null
}

const schema = organizationSchema<QuietHoursRecord>('quiet_hours', '_id')

/** Quiet hours that organisations have set, from events. */
export class QuietHoursStore {
  readonly #hours: mongo.Collection<QuietHoursRecord>

  constructor(connection: Connection) {
    this.#hours = collectionOf(connection, schema)
  }

  /** null: none. */
  async of(organizationId: string): Promise<QuietHours | null> {
    return (await this.#hours.findOne({ _id: organizationId }))?.hours ?? null
  }

  /** Stores the hours, unless later ones are known. */
  async put({ _id, hours, sequence }: QuietHoursRecord): Promise<void> {
    await updateIfNewer(this.#hours, { _id, sequence }, { $set: { hours, sequence } })
  }
}
