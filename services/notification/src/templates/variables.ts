import type { GuestRecord } from '../guests/guest-store.ts'
import type { QueueRecord } from '../queues/queue-store.ts'

/** What templates may tell. */
export const VARIABLES = ['guest_name', 'queue_name', 'position', 'status_url'] as const

export type Values = Readonly<Record<string, string | number | boolean | null>>

/** What is known of a guest, for templates. */
export const valuesOf = (guest: GuestRecord, queue: QueueRecord | null): Values => ({
  guest_name: guest.name,
  queue_name: queue?.name ?? null,
  position: guest.position,
  status_url: guest.status_url,
})
