import {
  type Clock,
  collectionOf,
  collectionSchema,
  MatchingStore,
  type PersonalData,
  PersonalDataStore,
  type Target,
} from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import { type EndpointChanges, type EndpointRecord, presentEndpoint } from './endpoint.ts'
import type { Disabling } from './endpoint-events.ts'

/** Matches endpoints whose latest attempts failed. */
const IS_FAILING = { failing_since: { $type: 'date' } } as const

const schema = collectionSchema<EndpointRecord>('endpoints')
  .index({ organization_id: 1, _id: 1 })
  .index({ failing_since: 1 }, { partialFilterExpression: IS_FAILING })

/** How long deliveries are kept for an endpoint that the service disabled, in ms. */
const MISSED_RETENTION_MS = 30 * 24 * 3600 * 1000

/**
 * Webhook endpoints. Requests by clients are limited to their own organisation; their changes leave alone what the
 * service notes about an endpoint meanwhile.
 */
export class EndpointStore extends MatchingStore<EndpointRecord> {
  constructor(connection: Connection) {
    super(collectionOf(connection, schema), 'webhook endpoint')
  }

  /**
   * Changes the current version of an endpoint. Retries after a concurrent change, so that `If-Match` is
   * checked against the version being overwritten.
   *
   * @returns the endpoint before and after
   * @throws ProblemError `not_found`, `precondition_failed`
   */
  async change(
    target: Target,
    change: (current: EndpointRecord) => EndpointChanges,
    session?: ClientSession,
  ): Promise<{ before: EndpointRecord; after: EndpointRecord }> {
    for (;;) {
      const before = await this.requireMatching(target, session)
      const { _id, organization_id, version } = before
      const after = await this.collection.findOneAndUpdate(
        { _id, organization_id, version },
        { $set: change(before), $inc: { version: 1 } },
        { ...(session && { session }), returnDocument: 'after' },
      )
      if (after) return { before, after }
    }
  }

  /**
   * Endpoints of these organisations that receive deliveries, or that the service disabled recently:
   * deliveries are kept for those.
   */
  async findTaking(organizationIds: readonly string[], now: Date): Promise<EndpointRecord[]> {
    const notBefore = new Date(now.getTime() - MISSED_RETENTION_MS)
    const filter = {
      organization_id: { $in: [...organizationIds] },
      $or: [{ enabled: true }, { disabled_at: { $gt: notBefore } }],
    }
    return await this.collection.find(filter).toArray()
  }

  async findByIds(ids: readonly string[]): Promise<EndpointRecord[]> {
    return await this.collection.find({ _id: { $in: [...ids] } }).toArray()
  }

  /** Records the first failure since the last success, unless the URL has changed. */
  async noteFailure({ _id, url }: EndpointRecord, at: Date): Promise<void> {
    await this.collection.updateOne({ _id, url, failing_since: null }, { $set: { failing_since: at } })
  }

  async noteSuccess({ _id, url }: EndpointRecord): Promise<void> {
    await this.collection.updateOne({ _id, url }, { $set: { failing_since: null, warned_at: null } })
  }

  /**
   * Records that the owners were warned; null if they already were, or the endpoint has changed or recovered.
   */
  async warn(
    { _id, url, failing_since }: EndpointRecord,
    now: Date,
    session: ClientSession,
  ): Promise<EndpointRecord | null> {
    return await this.collection.findOneAndUpdate(
      { _id, url, failing_since, enabled: true, warned_at: null },
      { $set: { warned_at: now }, $inc: { event_count: 1 } },
      { session, returnDocument: 'after' },
    )
  }

  /** Disables a failing endpoint; null if it was changed or has recovered. */
  async disable(
    { _id, url, failing_since }: EndpointRecord,
    { reason, now, missedSince }: Disabling,
    session?: ClientSession,
  ): Promise<EndpointRecord | null> {
    const disabled = { enabled: false, disabled_reason: reason, disabled_at: now, missed_since: missedSince }
    return await this.collection.findOneAndUpdate(
      { _id, url, enabled: true, ...(reason === 'failing' && { failing_since }) },
      { $set: { ...disabled, updated_at: now }, $inc: { version: 1, event_count: 1 } },
      { ...(session && { session }), returnDocument: 'after' },
    )
  }

  /** Number of enabled but failing endpoints, over all organisations. */
  async countFailing(): Promise<number> {
    return await this.collection.countDocuments({ ...IS_FAILING, enabled: true })
  }

  /** Start of the longest ongoing failure of an enabled endpoint; null: none is failing. */
  async longestFailing(): Promise<Date | null> {
    const longest = { sort: { failing_since: 1 } } as const
    return (await this.collection.findOne({ ...IS_FAILING, enabled: true }, longest))?.failing_since ?? null
  }

  /** Endpoints name no person: they are exported and deleted with their organisation. */
  personalData(clock: Clock): PersonalData {
    return new PersonalDataStore(this.collection, {
      exported: {
        as: (found) =>
          found.map((record) => ({ type: 'webhook_endpoint', ...presentEndpoint(record, clock.now()) })),
      },
    })
  }
}
