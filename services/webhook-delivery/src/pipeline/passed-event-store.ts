import { isDuplicateKey, nativeCollection } from '@usher/service-kit'
import { type Connection, type mongo, Schema } from 'mongoose'

interface PassedRecord {
  /** Endpoint, resource and number of the event. */
  readonly _id: string
  readonly at: Date
}

/** An event whose predecessor is older counts as the first. */
const REMEMBER_SECONDS = 7 * 24 * 3600

const schema = new Schema<PassedRecord>(
  { _id: String, at: Date },
  { collection: 'passed_events', versionKey: false },
).index({ at: 1 }, { expireAfterSeconds: REMEMBER_SECONDS })

/** An event of a resource, as an endpoint with ordered deliveries sees it. */
export interface Place {
  readonly webhookId: string
  readonly subject: string
  readonly sequence: number
}

const idOf = ({ webhookId, subject, sequence }: Place) => `${webhookId} ${subject} ${sequence}`

/**
 * The events that endpoints with ordered deliveries have been given, or did not select: without it nobody could
 * tell an event that is still on its way from one that was never to come.
 */
export class PassedEvents {
  readonly #passed: mongo.Collection<PassedRecord>

  constructor(connection: Connection) {
    this.#passed = nativeCollection(connection.model<PassedRecord>('PassedEvent', schema))
  }

  /** Safe to repeat. */
  async add(places: readonly Place[], at: Date): Promise<void> {
    if (places.length === 0) return
    const records = places.map((place) => ({ _id: idOf(place), at }))
    await this.#passed.insertMany(records, { ordered: false }).catch((error) => {
      if (!isDuplicateKey(error)) throw error
    })
  }

  /** Which of the places have been passed, by their order. */
  async has(places: readonly Place[]): Promise<boolean[]> {
    const ids = places.map(idOf)
    const found = await this.#passed.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()
    const known = new Set(found.map(({ _id }) => _id))
    return ids.map((id) => known.has(id))
  }
}
