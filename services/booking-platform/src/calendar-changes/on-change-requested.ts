import {
  type BookingUpdate,
  bookingCalendarChangeHandled,
  type CloudEvent,
  calendarBookingChangeRequested,
  type DataOf,
  ERROR_CODES,
} from '@usher/contracts'
import {
  appendToOutbox,
  inTransaction,
  newEvent,
  originOf,
  PermanentError,
  ProblemError,
  recordInInbox,
} from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import type { ClientSession } from 'mongoose'
import { type BookingRecord, isOpen } from '../bookings/booking.ts'
import type { BookingPlatformContext } from '../context.ts'
import { cancelBooking, changeBooking } from '../scheduling/change-booking.ts'

type Handled = DataOf<typeof bookingCalendarChangeHandled>
type Outcome = Pick<Handled, 'outcome' | 'code' | 'detail'>

const done = (outcome: Handled['outcome']): Outcome => ({ outcome, code: null, detail: null })

/**
 * Applies calendar changes to bookings, by the same rules as any other change, and publishes the outcome.
 * Outcome, change and inbox commit together, so a redelivered event is handled once. A refusal commits alone,
 * since the change was rolled back.
 */
export function createChangeHandler(ctx: BookingPlatformContext) {
  const answerOnce = (
    event: CloudEvent,
    asked: Requested,
    decide: (session: ClientSession) => Promise<Outcome>,
  ) =>
    inTransaction(ctx.connection, async (session) => {
      const fresh = await recordInInbox(ctx.inbox, [event.id], session)
      if (!fresh.has(event.id)) return
      const outcome = await decide(session)
      const handled = handledEvent(
        event,
        asked,
        outcome,
        await find(ctx, event, asked, session),
        ctx.clock.now(),
      )
      await appendToOutbox(ctx.outbox, [handled], session)
    })

  return async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const parsed = calendarBookingChangeRequested.data.safeParse(event.data)
      if (!parsed.success) throw new PermanentError('not a change of a booking in a calendar')
      const asked = parsed.data
      await ctx.takeTurns(asked.provider_id, async () => {
        try {
          await answerOnce(event, asked, (session) => applyChange(session, ctx, event, asked))
        } catch (error) {
          const refusal = refusalOf(error)
          await answerOnce(event, asked, async () => refusal)
        }
      })
    }
  }
}

async function find(
  { bookings }: BookingPlatformContext,
  { organizationid }: CloudEvent,
  { booking_id }: Requested,
  session: ClientSession,
): Promise<BookingRecord | undefined> {
  const [found] = await bookings.findMany(organizationid, [booking_id], session)
  return found
}

/** @throws ProblemError as for any other change of the booking */
async function applyChange(
  session: ClientSession,
  ctx: BookingPlatformContext,
  event: CloudEvent,
  asked: Requested,
): Promise<Outcome> {
  const booking = await find(ctx, event, asked, session)
  if (!booking) return { outcome: 'refused', code: 'not_found', detail: 'There is no such booking.' }
  const verdict = verdictOf(booking, asked)
  const target = { organizationId: event.organizationid, id: booking._id, ifMatch: undefined }
  const { change } = asked
  const origin = originOf(event)
  if (verdict === 'cancel' && change.kind === 'cancel') {
    await cancelBooking(session, ctx, { target, reason: change.reason, origin })
    return done('applied')
  }
  if (verdict === 'move' && change.kind === 'reschedule') {
    // The country only matters for phone numbers; there are none here.
    const caller = { country: '', timezone: booking.time_zone }
    await changeBooking(session, ctx, { target, given: updateOf(booking, change), caller, origin })
    return done('applied')
  }
  return done(verdict === 'stale' ? 'stale' : 'unchanged')
}

/**
 * The refusal that an error stands for. @throws the error itself if it is temporary, so that the event is
 * retried
 */
function refusalOf(error: unknown): Outcome {
  if (!(error instanceof ProblemError) || ERROR_CODES[error.code][0] >= 500) throw error
  const code = error.options.errors?.[0]?.code ?? error.code
  return { outcome: 'refused', code, detail: error.message }
}

function handledEvent(
  event: CloudEvent,
  { change_id, booking_id }: Requested,
  outcome: Outcome,
  booking: BookingRecord | undefined,
  now: Date,
): CloudEvent {
  const shown = booking && {
    revision: booking.version,
    status: booking.status,
    provider_id: booking.provider_id,
    start: booking.start.toISOString(),
    end: booking.end.toISOString(),
  }
  return newEvent(bookingCalendarChangeHandled, {
    subject: change_id,
    sequence: 1,
    time: now,
    origin: originOf(event),
    data: { change_id, booking_id, ...outcome, booking: shown ?? null },
  })
}

type Requested = DataOf<typeof calendarBookingChangeRequested>

/** What a calendar change means for the current booking. */
type Verdict = 'move' | 'cancel' | 'stale' | 'unchanged'

/**
 * Decides what a calendar change means. The booking takes precedence: if it was moved meanwhile or is with
 * another provider, the change is stale. Deleting the event cancels the booking whatever its time, as long as
 * the provider is the same.
 */
function verdictOf(booking: BookingRecord, { change, expected, provider_id }: Requested): Verdict {
  if (change.kind === 'cancel' && booking.status === 'cancelled') return 'unchanged'
  if (booking.provider_id !== provider_id || booking.status === 'cancelled') return 'stale'
  if (change.kind === 'cancel') return 'cancel'
  if (isAt(booking, change)) return 'unchanged'
  if (!isAt(booking, expected) && isOpen(booking)) return 'stale'
  return 'move'
}

const isAt = (booking: BookingRecord, { start, end }: { start: string; end: string }): boolean =>
  booking.start.getTime() === Date.parse(start) && booking.end.getTime() === Date.parse(end)

/** The change as an update request; the duration is left out if it stays the same. */
function updateOf(
  { start: from, end: to }: BookingRecord,
  { start, end }: { readonly start: string; readonly end: string },
): BookingUpdate {
  const lengthMs = Date.parse(end) - Date.parse(start)
  const isSameLength = lengthMs === to.getTime() - from.getTime()
  return { start, ...(!isSameLength && { duration_minutes: lengthMs / MINUTE_MS }) }
}
