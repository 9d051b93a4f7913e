import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Schemas } from '../../api/client.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'

type Status = Schemas['Delivery']['status']

const SHOWN = {
  pending: { tone: 'warn', text: msg({ message: 'pending', context: 'delivery' }) },
  delivered: { tone: 'good', text: msg({ message: 'delivered', context: 'delivery' }) },
  failed: { tone: 'bad', text: msg({ message: 'failed', context: 'delivery' }) },
} as const satisfies Record<Status, unknown>

/** The status of a delivery as a badge. */
export function DeliveryStatus({ status }: { status: Status }) {
  const { tone, text } = SHOWN[status]
  return <StatusBadge tone={tone}>{i18n._(text)}</StatusBadge>
}

/** The statuses as choices. */
export const deliveryStatuses = () =>
  Object.entries(SHOWN).map(([value, { text }]) => ({ value, label: i18n._(text) }))
