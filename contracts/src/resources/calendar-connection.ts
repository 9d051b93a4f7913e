import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'

/** Longest calendar id accepted; Google's are e-mail addresses. */
const calendarId = z.string().min(1).max(254)

const settings = {
  calendar_id: calendarId.meta({ description: 'The calendar that bookings are written to' }),
  busy_calendar_ids: z
    .array(calendarId)
    .max(20)
    .refine((ids) => new Set(ids).size === ids.length, { error: 'must not repeat a calendar' })
    .meta({ description: 'The calendars whose events block time', uniqueItems: true }),
  busy_invitations: z.enum(['all', 'answered', 'accepted']).meta({
    description:
      'Invitations that block time. all: unless declined, the default; answered: answered with Yes or Maybe; accepted: answered with Yes',
  }),
}

export const calendarConnectionSchema = z
  .object({
    id: idOf('calendarConnection'),
    provider_id: idOf('provider'),
    status: z.enum(['active', 'needs_reauth', 'paused']).meta({
      description:
        'needs_reauth: Google refuses us until the owner of the account connects it again; paused: many events vanished at once, see breaker',
    }),
    account_email: z.string().meta({ description: 'The Google account' }),
    ...settings,
    breaker: z
      .object({
        tripped_at: timestamp,
        vanished: z.int().min(0).describe('Bookings whose events vanished'),
        of: z.int().min(0).describe('Bookings that had events'),
      })
      .nullable()
      .meta({
        description:
          'Bookings whose events vanished at once: nothing is cancelled until you resume or restore',
      }),
    needs_reauth_since: timestamp.nullable().describe('null: Google lets us in'),
    synced_at: timestamp.nullable().meta({ description: 'When a sync last was complete' }),
    created_by: z.string().describe('Id of the member or application that connected it'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'CalendarConnection' })

export const calendarConnectionUpdateSchema = z
  .strictObject({
    calendar_id: settings.calendar_id.exactOptional(),
    busy_calendar_ids: settings.busy_calendar_ids.exactOptional(),
    busy_invitations: settings.busy_invitations.exactOptional(),
    breaker: z.enum(['resume', 'restore']).exactOptional().meta({
      description:
        'Go on. resume: what vanished is taken as deleted, and cancelled; restore: its events are put back',
    }),
  })
  .meta({ id: 'CalendarConnectionUpdate', examples: [{ breaker: 'resume' }] })

export const calendarConflictSchema = z
  .object({
    booking_id: idOf('booking'),
    kind: z
      .enum([
        'both_moved',
        'edited_after_cancel',
        'move_refused',
        'overlap',
        'moved_calendar',
        'event_missing',
        'session_changed',
      ])
      .meta({
        description:
          'both_moved: moved there and here, the time here counts; edited_after_cancel: moved there after it was cancelled, it stays cancelled; move_refused: moved there to a time that the rules do not allow, moved back; overlap: an event of somebody else lies over it, it stays; moved_calendar: its event was found in another calendar of the account and put back; event_missing: its event is gone, but Google does not say that it was deleted, put back; session_changed: the event of its session was moved or deleted there, put back, all bookings stay',
      }),
    code: z.string().nullable().meta({ description: 'Rule or error code of a refusal' }),
    at: timestamp.meta({ description: 'When it was noticed last' }),
  })
  .meta({ id: 'CalendarConflict' })

/** A booking whose event vanished with many others. */
export const heldBookingSchema = z
  .object({
    booking_id: idOf('booking'),
    vanished_at: timestamp.meta({ description: 'When it was noticed that its event is not there' }),
  })
  .meta({ id: 'HeldBooking' })

export const googleCalendarSchema = z
  .object({
    id: z.string().describe('Id at Google, for calendar_id'),
    name: z.string().describe('As its owner calls it'),
    primary: z.boolean().meta({ description: 'Whether it is the main calendar of the account' }),
    writable: z.boolean().meta({ description: 'Whether bookings can be written to it' }),
    timezone: z.string().nullable().describe('IANA; null: Google does not say'),
  })
  .meta({ id: 'GoogleCalendar' })

export const calendarAuthorizationSchema = z
  .object({
    authorization_url: z
      .url()
      .meta({ description: 'Page of Google to open in the browser of who owns the calendar' }),
    expires_at: timestamp.meta({ description: 'Until when they may come back from there' }),
  })
  .meta({ id: 'CalendarAuthorization' })

export type CalendarConnection = z.infer<typeof calendarConnectionSchema>
export type CalendarConnectionUpdate = z.infer<typeof calendarConnectionUpdateSchema>
export type CalendarConflict = z.infer<typeof calendarConflictSchema>
export type HeldBooking = z.infer<typeof heldBookingSchema>
export type GoogleCalendar = z.infer<typeof googleCalendarSchema>
