import type { Schemas } from '../../api/client.ts'
import type { Tone } from '../../ui/status-badge.tsx'

export const DELIVERY_TONES: Readonly<Record<Schemas['Delivery']['status'], Tone>> = {
  pending: 'warn',
  delivered: 'good',
  failed: 'bad',
}
