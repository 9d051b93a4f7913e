import type { NotificationContext } from '../context.ts'
import type { GuestRecord } from '../guests/guest-store.ts'

/** Variables of templates. */
export const VARIABLES = [
  ...(['guest_name', 'venue_name', 'queue_name', 'position', 'status_url'] as const),
  ...(['party_size', 'estimated_wait', 'minutes_left', 'desk'] as const),
  ...(['service_name', 'provider_name', 'starts_at', 'code'] as const),
] as const

/** Variables with names that people choose. */
export const NAMES: readonly (typeof VARIABLES)[number][] = [
  ...(['guest_name', 'venue_name', 'queue_name'] as const),
  ...(['service_name', 'provider_name', 'desk'] as const),
]

export type Values = Readonly<Record<string, string | number | boolean | null>>

/** Values of a venue and its guest, if any; minutes are rounded. A venue of unknown name goes by its queue's. */
export async function valuesFor(
  { organizations, queues }: NotificationContext,
  organizationId: string,
  guest: GuestRecord | null,
): Promise<Values> {
  const [brand, queue] = await Promise.all([
    organizations.brandOf(organizationId),
    guest && queues.recall(organizationId, guest.queue_id),
  ])
  if (!guest) return { venue_name: brand?.name ?? null }
  return {
    guest_name: guest.name,
    venue_name: brand?.name ?? queue?.name ?? null,
    queue_name: queue?.name ?? null,
    position: guest.position,
    status_url: guest.status_url,
    party_size: guest.party_size,
    estimated_wait: guest.estimated_wait,
  }
}
