import { z } from 'zod'
import { idOf } from '../ids.ts'
import { bookingStatusSchema } from '../resources/booking.ts'
import { timestamp } from '../text.ts'
import { defineEvent } from './define-event.ts'

/** Replaces all busy times published for the provider before; published again unchanged, it confirms them. */
export const calendarBusyReplaced = defineEvent({
  type: 'calendar.busy_replaced',
  version: 1,
  producer: 'calendar-sync',
  summary:
    'When a provider is busy by the linked calendars, all of them together, as far as bookings are taken',
  data: z.object({
    provider_id: idOf('provider'),
    as_of: timestamp.meta({
      description:
        'When the calendar was read; of several, that which was read first. Told again at every poll',
    }),
    linked: z.boolean().exactOptional().meta({
      description: 'False: no calendar is linked any more, and nothing is busy by one; absent: true',
    }),
    busy: z.array(z.object({ start: timestamp, end: timestamp })),
  }),
})

const span = { start: timestamp, end: timestamp }

const change = {
  change_id: idOf('calendarChange').meta({ description: 'Of this wish: it has one outcome' }),
  booking_id: idOf('booking'),
}

/** Somebody moved or deleted the event of a booking in the provider's calendar: the booking should follow. */
export const calendarBookingChangeRequested = defineEvent({
  type: 'calendar.booking_change_requested',
  version: 1,
  producer: 'calendar-sync',
  summary: 'The event of a booking was moved or deleted in the linked calendar of its provider',
  data: z.object({
    ...change,
    provider_id: idOf('provider').meta({ description: 'Whose calendar it is' }),
    change: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('reschedule'), ...span }),
      z.object({ kind: z.literal('cancel'), reason: z.literal('provider_calendar') }),
    ]),
    expected: z.object(span).meta({ description: 'When it was as far as the calendar knew' }),
  }),
})

/** The outcome of a requested change, with the booking as it is then, for the calendar to agree with. */
export const bookingCalendarChangeHandled = defineEvent({
  type: 'booking.calendar_change_handled',
  version: 1,
  producer: 'booking-platform',
  summary: 'A booking followed its event in a calendar, or did not',
  data: z.object({
    ...change,
    outcome: z.enum(['applied', 'refused', 'stale', 'unchanged']).meta({
      description:
        'refused: by the rules that every change is judged by; stale: it was changed here as well; unchanged: it was so already',
    }),
    code: z.string().nullable().meta({ description: 'Error code of a refusal, or the rule that was broken' }),
    detail: z.string().nullable(),
    booking: z
      .object({
        revision: z.int().meta({ description: 'As `sequence` in the events of the booking' }),
        status: bookingStatusSchema,
        provider_id: idOf('provider'),
        ...span,
      })
      .nullable()
      .meta({ description: 'null: there is none' }),
  }),
})

/** Many events of bookings vanished at once from a calendar: none is cancelled until a person has looked. */
export const calendarPaused = defineEvent({
  type: 'calendar_connection.paused',
  version: 1,
  producer: 'calendar-sync',
  summary:
    'Many events of bookings vanished at once from a connected calendar; a person is to say what that means',
  data: z.object({
    id: idOf('calendarConnection'),
    provider_id: idOf('provider'),
    provider_name: z.string(),
    since: timestamp,
    vanished: z.int().min(0).meta({ description: 'Events that vanished' }),
    of: z.int().min(0).meta({ description: 'Events that were there' }),
  }),
})

/** Google rejects the tokens of a connection: nothing is synced until its person consents again. */
export const calendarNeedsReauth = defineEvent({
  type: 'calendar_connection.needs_reauth',
  version: 1,
  producer: 'calendar-sync',
  summary: 'Access to a connected calendar was withdrawn or has lapsed',
  data: z.object({
    id: idOf('calendarConnection'),
    provider_id: idOf('provider'),
    provider_name: z.string(),
    since: timestamp,
  }),
})
