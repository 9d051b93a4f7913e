import type { LostRequests, Usage } from '@usher/contracts'
import { collectionOf, organizationSchema } from '@usher/service-kit'
import type { ClientSession, Connection, mongo } from 'mongoose'
import { GRANULARITIES, type Period } from './period.ts'

const READ_MS = 10_000

/** Requests of an organisation missing from the counts. */
interface UsageLoss {
  /** Id of the event that reported them. */
  readonly _id: string
  readonly organization_id: string
  readonly requests: number
  readonly from: Date
  readonly until: Date
}

const schema = organizationSchema<UsageLoss>('usage_losses')
  .index({ organization_id: 1, until: 1 })
  .index({ until: 1 }, { expireAfterSeconds: GRANULARITIES.day.keptMs / 1000 })

/** An organisation's lost requests, as reported by an event. */
export interface ReportedLoss {
  readonly eventId: string
  readonly organizationId: string
  readonly lost: LostRequests
}

/** Stores requests that could not be counted, as long as daily counts. */
export class LossStore {
  readonly #losses: mongo.Collection<UsageLoss>

  constructor(connection: Connection) {
    this.#losses = collectionOf(connection, schema)
  }

  /** Ignores one already stored: it was redelivered after the inbox had forgotten it. */
  async add(reported: readonly ReportedLoss[], session: ClientSession): Promise<void> {
    if (reported.length === 0) return
    const insertions = reported.map(documentOf).map(({ _id, ...loss }) => ({
      updateOne: { filter: { _id }, update: { $setOnInsert: loss }, upsert: true },
    }))
    await this.#losses.bulkWrite(insertions, { session })
  }

  /** The sum for a period; null: none. */
  async sumOf(organization_id: string, { from, to }: Period): Promise<Usage['lost']> {
    const [sum] = await this.#losses
      .aggregate<Omit<UsageLoss, '_id' | 'organization_id'>>(
        [
          { $match: { organization_id, until: { $gte: from }, from: { $lt: to } } },
          {
            $group: {
              _id: null,
              requests: { $sum: '$requests' },
              from: { $min: '$from' },
              until: { $max: '$until' },
            },
          },
        ],
        { maxTimeMS: READ_MS },
      )
      .toArray()
    if (!sum) return null
    return { requests: sum.requests, from: sum.from.toISOString(), until: sum.until.toISOString() }
  }
}

const documentOf = ({ eventId, organizationId, lost }: ReportedLoss): UsageLoss => ({
  _id: eventId,
  organization_id: organizationId,
  requests: lost.requests,
  from: new Date(lost.from),
  until: new Date(lost.until),
})
