import type { GuestRecord } from '../guests/guest-store.ts'
import type { QueueRecord } from '../queues/queue-store.ts'

/** What templates may tell. */
export const VARIABLES = [
  ...(['guest_name', 'queue_name', 'position', 'status_url'] as const),
  ...(['party_size', 'estimated_wait', 'minutes_left'] as const),
  ...(['service_name', 'provider_name', 'starts_at'] as const),
] as const

export type Values = Readonly<Record<string, string | number | boolean | null>>

/** What is known of a guest, for templates; minutes are whole ones. */
export const valuesOf = (guest: GuestRecord, queue: QueueRecord | null): Values => ({
  guest_name: guest.name,
  queue_name: queue?.name ?? null,
  position: guest.position,
  status_url: guest.status_url,
  party_size: guest.party_size,
  estimated_wait: guest.estimated_wait,
})
