import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { customerQuery } from '../../api/bookables.ts'
import { type Day, dayAndClock, partOn } from '../../ui/zone-time.ts'
import type { Booking } from './queries.ts'
import { STATUS_WORDS } from './words.ts'

interface Props {
  /** Part of the name, phone number or e-mail address. */
  readonly customer: string
  /** The days that the calendar shows. */
  readonly days: readonly Day[]
  readonly onOpen: (booking: Booking) => void
}

/** Bookings of a customer on dates that the calendar does not show. */
export function FoundBookings({ customer, days, onOpen }: Props) {
  const { data: found = [] } = useQuery(customerQuery(customer))
  const others = found.filter((booking) => !days.some((day) => partOn(day, booking)))
  if (others.length === 0) return null
  return (
    <Group gap="xs" mb="md" role="group" aria-label={t`On other dates`}>
      {others.map((booking) => (
        <Button key={booking.id} variant="default" size="compact-sm" onClick={() => onOpen(booking)}>
          {booking.customer.name} · {dayAndClock(booking.start, booking.timezone)} ·{' '}
          {i18n._(STATUS_WORDS[booking.status])}
        </Button>
      ))}
    </Group>
  )
}
