import { PUBLIC_JOIN_DEFAULTS } from '@usher/contracts'
import type { Policy } from '@usher/service-kit'

/** What guests may do without a credential. */
export const QUEUE_POLICIES = {
  /** Guests who were added: a crowd may share a venue's Wi-Fi. */
  join: {
    counts: ['success'],
    limits: {
      address: { by: ['queue', 'address'], points: PUBLIC_JOIN_DEFAULTS.max_per_address, seconds: 600 },
      /** Beyond it the address fills the line by half at most, so that guests elsewhere find room. */
      crowd: { by: ['queue', 'address'], points: 20, seconds: 3_600, soft: true },
    },
    refusal: 'Too many guests have joined from your network. Ask the staff.',
  },
} satisfies Record<string, Policy>
