import { cleanedEmail } from '@usher/contracts'
import { normalizePhone } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import type { BookingRecord } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { QueueCopy } from '../queue-copies/queue-copy-store.ts'
import { AROUND_MS, checkInRefusal, isAround, isCheckedIn } from './check-in.ts'

/** Bookings of one customer that are looked at. */
const MAX_BOOKINGS = 50

type Options = Pick<BookingPlatformContext, 'bookings' | 'tokens' | 'clock'>

/**
 * The booking for now for which somebody has arrived at a queue: the earliest that can be checked in, else one that
 * is in this queue already.
 *
 * @param contact phone number, e-mail address or link of the booking
 */
export async function findArrival(
  ctx: Options,
  queue: QueueCopy,
  contact: string,
): Promise<BookingRecord | undefined> {
  const now = ctx.clock.now()
  const near = (await bookingsOf(ctx, queue, contact)).filter(
    (booking) =>
      booking.status === 'confirmed' &&
      queue.service_type_ids.includes(booking.service_type_id) &&
      isAround(booking, now),
  )
  const isHere = (booking: BookingRecord) => isCheckedIn(booking) && booking.queue_id === queue._id
  return near.find((booking) => !checkInRefusal(booking, now)) ?? near.find(isHere)
}

async function bookingsOf(
  { bookings, tokens, clock }: Options,
  { organization_id, country }: QueueCopy,
  contact: string,
): Promise<BookingRecord[]> {
  const [, token] = /\/b\/([^/?#\s]+)/.exec(contact) ?? []
  if (token !== undefined) {
    const id = tokens.idOf(token)
    return id ? await bookings.findMany(organization_id, [id]) : []
  }
  const by = contact.includes('@') ? { email: cleanedEmail(contact) } : { phone: phoneIn(contact, country) }
  const now = clock.now().getTime()
  const starts = { from: new Date(now - DAY_MS), to: new Date(now + AROUND_MS + 1) }
  const filter = { ...by, ...starts, status: 'confirmed' } as const
  return await bookings.page(organization_id, filter, { after: undefined, limit: MAX_BOOKINGS })
}

/** Empty, which nobody has, where it is no phone number. */
function phoneIn(contact: string, country: string): string {
  try {
    return normalizePhone(contact, country)
  } catch {
    return ''
  }
}
