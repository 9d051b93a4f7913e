import { guestUpdated } from '@usher/contracts'
import { type Origin, ProblemError } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import type { GuestDecision } from '../guests/transitions.ts'
import { guestChange } from '../queue-state/guest-change.ts'
import { isInLine } from '../records/guest-record.ts'
import type { BookingCopy } from './booking-copy.ts'

type Options = Pick<QueueContext, 'writer' | 'clock' | 'statusUrl'>

/** Tells a guest's line that their booking was moved or cancelled since they were checked in. */
export async function followGuestBooking(
  { writer, clock, statusUrl }: Options,
  guestId: string,
  copy: BookingCopy,
  origin: Origin,
): Promise<void> {
  const act = { now: clock.now(), origin, statusUrl }
  const access = { organization_id: copy.organization_id }
  const decide = withBooking(copy)
  await writer
    .submit(guestCommand(guestId, access, (state, guest) => decide(state, guest, act)))
    .catch((error) => {
      if (!(error instanceof ProblemError) || error.code === 'service_unavailable') throw error
    })
}

/** The guest stays in the line, even if the booking was cancelled: staff see it. */
const withBooking =
  ({ _id, start, end, status, sequence }: BookingCopy): GuestDecision =>
  (state, guest, act) => {
    const { booking } = guest
    const isNews = booking?.id === _id && booking.sequence < sequence && isInLine(guest.status)
    const cancelled = status === 'cancelled'
    const isSame = booking?.start.getTime() === start.getTime() && (booking.cancelled ?? false) === cancelled
    if (!isNews || isSame) return { state, guest, events: [] }
    const changed = { ...guest, booking: { id: _id, start, end, sequence, ...(cancelled && { cancelled }) } }
    return guestChange(guestUpdated, state, changed, act)
  }
