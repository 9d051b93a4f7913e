/** Variables of templates. */
export const VARIABLES = [
  ...(['guest_name', 'venue_name', 'queue_name', 'position', 'status_url'] as const),
  ...(['party_size', 'estimated_wait', 'minutes_left', 'desk', 'channel'] as const),
  ...(['service_name', 'provider_name', 'starts_at', 'code'] as const),
] as const

/** Variables with names that people choose. */
export const NAMES: readonly (typeof VARIABLES)[number][] = [
  ...(['guest_name', 'venue_name', 'queue_name'] as const),
  ...(['service_name', 'provider_name', 'desk'] as const),
]

export type Values = Readonly<Record<string, string | number | boolean | null>>
