import { type CloudEvent, providerDeleted, providerUpdated } from '@usher/contracts'
import { newEvent, type Origin } from '@usher/service-kit'
import type { ProviderRecord } from './provider.ts'

/** The event with the current state of a provider. */
export const updatedEvent = ({ _id, ...record }: ProviderRecord, origin: Origin): CloudEvent =>
  newEvent(providerUpdated, {
    subject: _id,
    sequence: record.version,
    time: record.updated_at,
    origin,
    data: {
      id: _id,
      name: record.name,
      time_zone: record.time_zone,
      archived: record.archived_at !== null,
    },
  })

/** The last event of a provider. */
export const deletedEvent = ({ _id, version }: ProviderRecord, origin: Origin, now: Date): CloudEvent =>
  newEvent(providerDeleted, {
    subject: _id,
    sequence: version + 1,
    time: now,
    origin,
    data: { id: _id },
  })
