import { bookingCheckedIn, bookingCheckInHandled, type CloudEvent, type DataOf } from '@usher/contracts'
import { newEvent, originOf, PermanentError } from '@usher/service-kit'
import { answerEach, refusalIn } from '../answer-each.ts'
import type { QueueContext } from '../context.ts'
import type { Command } from '../engine/command.ts'
import { deleteAt } from '../expected/booking-copy.ts'
import { followGuestBooking } from '../expected/follow-guest-booking.ts'
import { addGuest } from '../guests/add-guest.ts'
import { findClass } from '../guests/priority.ts'
import type { Act } from '../queue-state/guest-change.ts'
import { requireOwnQueue } from '../queue-state/own-queue.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import type { GuestBooking } from '../records/guest-record.ts'

interface Outcome {
  /** null: refused. */
  readonly guest_id: string | null
  readonly reason: string | null
}

/**
 * Adds customers who arrive for a booking to queues, and reports the outcome. The guest's id derives from the
 * check-in, so that a redelivered event adds nobody twice.
 */
export const createCheckInHandler = (ctx: QueueContext) =>
  answerEach(ctx, async (event) => {
    const parsed = bookingCheckedIn.data.safeParse(event.data)
    if (!parsed.success) throw new PermanentError('not the check-in of a booking')
    const outcome = await outcomeOf(ctx, event, parsed.data)
    const status_url = outcome.guest_id && ctx.statusUrl(outcome.guest_id)
    return handledEvent(event, parsed.data, { ...outcome, status_url }, ctx.clock.now())
  })

/** Adds the guest; returns the guest's id, or the code of a refusal. */
async function outcomeOf(ctx: QueueContext, event: CloudEvent, asked: CheckIn): Promise<Outcome> {
  const access = { organization_id: event.organizationid }
  const { phone } = asked.customer
  const duplicateOf = phone ? await ctx.findDuplicate({ ...access, phone }) : null
  const booking = await bookingOf(ctx, event.organizationid, asked)
  const act = { now: ctx.clock.now(), origin: originOf(event), statusUrl: ctx.statusUrl }
  const adding: Command<GuestChange> = {
    queueId: asked.queue_id,
    decide: (current) => addBooked(requireOwnQueue(current, access), asked, act, { duplicateOf, booking }),
  }
  const once = { id: `${event.organizationid}:check-in:${asked.check_in_id}`, fingerprint: asked.booking_id }
  try {
    const { body } = await ctx.writer.answer(adding, ({ guest }) => ({ body: guest._id }), once)
    await catchUp(ctx, event, asked.booking_id, body)
    return { guest_id: body, reason: null }
  } catch (error) {
    const { code, options } = refusalIn(error)
    return { guest_id: null, reason: options.errors?.[0]?.code ?? code }
  }
}

/** The booking as it is known here, or as the check-in tells of it. */
async function bookingOf(
  ctx: QueueContext,
  organizationId: string,
  { booking_id: id, start, end }: CheckIn,
): Promise<GuestBooking | undefined> {
  const copy = await ctx.expected.find(organizationId, id)
  if (copy?.start) return { id, start: copy.start, end: copy.end, sequence: copy.sequence }
  return start && end ? { id, start: new Date(start), end: new Date(end), sequence: 0 } : undefined
}

/** The booking may have been moved or cancelled while the guest was added. */
async function catchUp(ctx: QueueContext, event: CloudEvent, bookingId: string, guestId: string) {
  const copy = await ctx.expected.find(event.organizationid, bookingId)
  if (copy?.start) await followGuestBooking(ctx, guestId, copy, originOf(event))
}

function handledEvent(
  event: CloudEvent,
  asked: CheckIn,
  outcome: Outcome & { readonly status_url: string | null },
  now: Date,
): CloudEvent {
  const { check_in_id, booking_id, queue_id } = asked
  return newEvent(bookingCheckInHandled, {
    subject: check_in_id,
    sequence: 1,
    time: now,
    origin: originOf(event),
    data: {
      check_in_id,
      booking_id,
      queue_id,
      outcome: outcome.guest_id === null ? 'refused' : 'done',
      ...outcome,
    },
  })
}

type CheckIn = DataOf<typeof bookingCheckedIn>

interface Known {
  /** A guest with the same phone who is already in a line. */
  readonly duplicateOf: string | null
  /** undefined: its time is not known. */
  readonly booking: GuestBooking | undefined
}

/** Key of the default priority class of guests with a booking, and their tag. */
const BOOKING = 'booking'

/**
 * Adds the customer of a booking to a queue. The ledger records the booking as the reason, and the class that decided
 * the place. Custom fields are not required: a booking has none. In a queue that expects bookings, the time of the
 * booking counts instead of a class, unless one is asked for.
 *
 * @throws ProblemError as {@link addGuest}
 */
function addBooked(
  state: QueueState,
  { customer, seats, priority: asked, booking_id }: CheckIn,
  act: Act,
  { duplicateOf, booking }: Known,
): GuestChange {
  const { queue, expected } = state
  const usual = queue.bookings ? null : (findClass(queue, BOOKING)?.key ?? null)
  const priority = asked === undefined ? usual : asked
  const { locale, ...person } = customer
  const given = { ...person, ...(locale && { locale }), party_size: seats, priority, tags: [BOOKING] }
  const isHere = { ...queue, expected_version: queue.line_version }
  const others = expected?.bookings.filter(({ id }) => id !== booking_id)
  const without = expected && others ? { queue: isHere, expected: { ...expected, bookings: others } } : {}
  const added = addGuest({ ...state, ...without }, given, act, duplicateOf, [], booking)
  return {
    ...added,
    arrival: {
      booking_id,
      organization_id: queue.organization_id,
      guest_id: added.guest._id,
      delete_at: deleteAt(booking?.end ?? act.now),
    },
    reason: added.reason === undefined ? BOOKING : `${BOOKING}: ${added.reason}`,
  }
}
