import { collectionOf, collectionSchema, isDuplicateKey } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'

interface PassedRecord {
  /** Endpoint, resource and sequence number of the event. */
  readonly _id: string
  readonly at: Date
}

/** An event whose predecessor is older than this counts as the first. */
const REMEMBER_SECONDS = 7 * 24 * 3600

const schema = collectionSchema<PassedRecord>('passed_events').index(
  { at: 1 },
  { expireAfterSeconds: REMEMBER_SECONDS },
)

/** Position of an event in the ordered deliveries of an endpoint. */
export interface EventPosition {
  readonly webhookId: string
  readonly subject: string
  readonly sequence: number
}

const idOf = ({ webhookId, subject, sequence }: EventPosition) => `${webhookId} ${subject} ${sequence}`

/**
 * Events that endpoints with ordered deliveries have been given or do not subscribe to. Distinguishes an
 * event still in transit from one that will never come.
 */
export class PassedEvents {
  readonly #passed: mongo.Collection<PassedRecord>

  constructor(connection: Connection) {
    this.#passed = collectionOf(connection, schema)
  }

  /** Safe to repeat. */
  async add(positions: readonly EventPosition[], at: Date): Promise<void> {
    if (positions.length === 0) return
    const records = positions.map((position) => ({ _id: idOf(position), at }))
    await this.#passed.insertMany(records, { ordered: false }).catch((error) => {
      if (!isDuplicateKey(error)) throw error
    })
  }

  /** Whether each of the positions has been passed, in order. */
  async has(positions: readonly EventPosition[]): Promise<boolean[]> {
    const ids = positions.map(idOf)
    const found = await this.#passed.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()
    const known = new Set(found.map(({ _id }) => _id))
    return ids.map((id) => known.has(id))
  }
}
