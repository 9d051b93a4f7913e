import { Badge } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'

const LOOKS = {
  queued: { label: 'Queued', tone: 'warn' },
  sent: { label: 'Sent', tone: 'accent' },
  delivered: { label: 'Delivered', tone: 'accent' },
  failed: { label: 'Failed', tone: 'bad' },
} as const

export function MessageStatus({ status }: { status: Schemas['Notification']['status'] }) {
  const { label, tone } = LOOKS[status]
  return (
    <Badge bg={`var(--usher-${tone}-soft)`} c={`var(--usher-${tone}-text)`}>
      {label}
    </Badge>
  )
}
