import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { UsherError } from '@usher/sdk/client'
import { bookingPath, bookingQuery } from '../../api/bookables.ts'
import { useCan } from '../../api/session.ts'
import { Anchor } from '../../ui/anchor.tsx'
import { dayAndClock } from '../../ui/zone-time.ts'

/** A booking by its customer and its time, as a link to it, for those who may see bookings. */
export function BookingLink({ id }: { id: string }) {
  const canRead = useCan('bookings:read')
  const { data: booking, error } = useQuery({ ...bookingQuery(id), enabled: canRead })
  if (!canRead) return <Trans>A booking</Trans>
  if (error instanceof UsherError && error.status === 404) return <Trans>Erased booking</Trans>
  return (
    <Anchor href={bookingPath(id)}>
      {booking ? `${booking.customer.name}, ${dayAndClock(booking.start, booking.timezone)}` : t`A booking`}
    </Anchor>
  )
}
