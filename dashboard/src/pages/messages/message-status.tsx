import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Badge } from '@mantine/core'
import type { Schemas } from '../../api/client.ts'

type Status = Schemas['Notification']['status']

const LOOKS = {
  queued: { label: msg({ message: 'Queued', context: 'status of a message' }), tone: 'warn' },
  sent: { label: msg({ message: 'Sent', context: 'status of a message' }), tone: 'accent' },
  delivered: { label: msg({ message: 'Delivered', context: 'status of a message' }), tone: 'accent' },
  failed: { label: msg({ message: 'Failed', context: 'status of a message' }), tone: 'bad' },
} as const

export const STATUSES = Object.keys(LOOKS) as Status[]

export const statusName = (status: Status): string => i18n._(LOOKS[status].label)

export function MessageStatus({ status }: { status: Status }) {
  const { tone } = LOOKS[status]
  return (
    <Badge bg={`var(--usher-${tone}-soft)`} c={`var(--usher-${tone}-text)`}>
      {statusName(status)}
    </Badge>
  )
}
