import { appendToOutbox, type Migration, outboxModel } from '@usher/service-kit'
import type { mongo } from 'mongoose'
import type { ProviderRecord } from '../providers/provider.ts'
import { updatedEvent } from '../providers/provider-events.ts'

const PART = 100

/** Publishes events for providers older than these events, so that their calendars can be connected. */
export const announceProviders: Migration = {
  id: '2026-11-22-announce-providers',
  about: 'Tells the other services of the providers that they have not heard of',
  async next({ connection, session }, after) {
    const providers = connection.collection('providers') as unknown as mongo.Collection<ProviderRecord>
    const beyond = after === undefined ? {} : { _id: { $gt: after } }
    const known = await providers.find(beyond, { session }).sort({ _id: 1 }).limit(PART).toArray()
    // Increment each version, so that concurrent changes of a provider conflict and are ordered.
    const ids = known.map(({ _id }) => _id)
    await providers.updateMany({ _id: { $in: ids } }, { $inc: { version: 1 } }, { session })
    const now = new Date()
    const events = known.map((record) =>
      updatedEvent(
        { ...record, version: record.version + 1, updated_at: now },
        byOperator(record.organization_id),
      ),
    )
    await appendToOutbox(outboxModel(connection), events, session)
    return ids.length < PART ? undefined : ids.at(-1)
  },
}

const byOperator = (organizationId: string) => ({
  organizationId,
  actor: 'operator',
  requestId: announceProviders.id,
})
