import { i18n } from '@lingui/core'
import { Badge } from '@mantine/core'
import type { Booking } from './queries.ts'
import { STATUS_WORDS } from './words.ts'

const TONES: Readonly<Record<Booking['status'], 'accent' | 'warn' | 'bad'>> = {
  pending: 'warn',
  confirmed: 'accent',
  cancelled: 'bad',
  completed: 'accent',
  no_show: 'bad',
}

export function StatusBadge({ status }: { status: Booking['status'] }) {
  const tone = TONES[status]
  return (
    <Badge bg={`var(--usher-${tone}-soft)`} c={`var(--usher-${tone}-text)`}>
      {i18n._(STATUS_WORDS[status])}
    </Badge>
  )
}
