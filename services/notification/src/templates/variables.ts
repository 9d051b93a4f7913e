import type { GuestRecord } from '../guests/guest-store.ts'
import type { QueueRecord } from '../queues/queue-store.ts'

/** Variables of templates. */
export const VARIABLES = [
  ...(['guest_name', 'queue_name', 'position', 'status_url'] as const),
  ...(['party_size', 'estimated_wait', 'minutes_left', 'desk'] as const),
  ...(['service_name', 'provider_name', 'starts_at'] as const),
] as const

export type Values = Readonly<Record<string, string | number | boolean | null>>

/** A guest's values for templates; minutes are rounded. */
export const valuesOf = (guest: GuestRecord, queue: QueueRecord | null): Values => ({
  guest_name: guest.name,
  queue_name: queue?.name ?? null,
  position: guest.position,
  status_url: guest.status_url,
  party_size: guest.party_size,
  estimated_wait: guest.estimated_wait,
})
