import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineOperation, EVENT_STREAM, textStream } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  calendarAuthorizationSchema,
  calendarConflictSchema,
  calendarConnectionSchema,
  calendarConnectionUpdateSchema,
  googleCalendarSchema,
  heldBookingSchema,
} from '../resources/calendar-connection.ts'
import { calendarSyncCreateSchema, calendarSyncSchema } from '../resources/calendar-sync.ts'
import { byId, byToken } from './parts.ts'
import { deleteOperation, getOperation, listOperation, updateOperation } from './resource-operations.ts'

const common = { tag: 'Google Calendar', service: 'calendar-sync', scope: 'calendar:sync' } as const
const open = {
  tag: 'Google Calendar',
  service: 'calendar-sync',
  scope: null,
  redirects: true,
  failurePages: [400, 403, 404, 409, 503],
} as const

/** A path on our own origin: one slash, so that no browser reads a host in it (WHATWG URL §4.4). */
const ownPath = z
  .string()
  .max(500)
  .regex(/^\/(?![/\\])(?!.*\\)[!-~]*$/, { error: 'must be a path of this site' })

export const startGoogleCalendarAuth = defineOperation({
  ...common,
  id: 'startGoogleCalendarAuth',
  holdsSecret: true,
  method: 'get',
  path: '/api/google-calendar/auth',
  summary: "Begin to connect a provider's Google Calendar; a browser is sent to Google's page",
  query: z.strictObject({
    provider_id: idOf('provider'),
    return_to: ownPath.exactOptional().meta({ description: 'Path of the dashboard to end on' }),
  }),
  redirects: true,
  status: 200,
  answer: calendarAuthorizationSchema,
  errors: ['not_found', 'live_only', 'calendar_not_configured'],
})

/** As long as anything Google sends. Other parameters it adds (scope, authuser, prompt) are not needed. */
const parameter = z.string().max(4_000).exactOptional()

export const finishGoogleCalendarAuth = defineOperation({
  ...open,
  id: 'finishGoogleCalendarAuth',
  method: 'get',
  path: '/api/google-calendar/callback',
  summary: 'Google sends the browser back here; answers with a page',
  hearsSession: true,
  query: z.object({
    state: parameter.describe('As it was given to Google'),
    code: parameter.describe('From Google, to be exchanged for tokens'),
    error: parameter.describe('Why Google did not allow it, such as access_denied'),
  }),
  status: 200,
  answer: textStream,
  media: ['text/html'],
  errors: ['calendar_not_configured'],
})

export const confirmGoogleCalendar = defineOperation({
  ...open,
  id: 'confirmGoogleCalendar',
  method: 'post',
  path: '/api/google-calendar/confirm/{token}',
  summary: 'The form of the page that asks whether the calendar is to be connected; answers with a page',
  // Any text: an invalid token is answered like an unknown one.
  params: byToken,
  status: 200,
  answer: textStream,
  media: ['text/html'],
  errors: ['calendar_not_configured', 'not_found'],
})

export const listCalendarConnections = listOperation({
  ...common,
  id: 'listCalendarConnections',
  path: '/api/google-calendar/connections',
  summary: 'List the connections to Google Calendar, oldest first',
  item: calendarConnectionSchema,
})

export const getCalendarConnection = getOperation({
  ...common,
  id: 'getCalendarConnection',
  path: '/api/google-calendar/connections/{id}',
  summary: 'Retrieve a connection to Google Calendar',
  answer: calendarConnectionSchema,
})

export const listConnectionCalendars = defineOperation({
  ...common,
  id: 'listConnectionCalendars',
  method: 'get',
  path: '/api/google-calendar/connections/{id}/calendars',
  summary: 'List the calendars of the connected account, as Google has them now',
  params: byId,
  status: 200,
  answer: z
    .object({ data: z.array(googleCalendarSchema).describe('Every calendar of the account') })
    .meta({ id: 'GoogleCalendarList' }),
  errors: ['not_found', 'calendar_needs_reauth', 'calendar_not_configured'],
})

export const listCalendarConflicts = defineOperation({
  ...common,
  id: 'listCalendarConflicts',
  method: 'get',
  path: '/api/google-calendar/connections/{id}/conflicts',
  summary:
    'List what was not the same in the calendar and here, and how it went, newest first; kept for 30 days',
  params: byId,
  query: z.strictObject(pageQuery),
  status: 200,
  answer: pageOf(calendarConflictSchema),
  errors: ['not_found', 'invalid_cursor'],
})

export const listHeldBookings = defineOperation({
  ...common,
  id: 'listHeldBookings',
  method: 'get',
  path: '/api/google-calendar/connections/{id}/held-bookings',
  summary:
    'List the bookings whose events vanished when the connection was paused, in the order of their ends: what resuming would cancel',
  params: byId,
  query: z.strictObject(pageQuery),
  status: 200,
  answer: pageOf(heldBookingSchema),
  errors: ['not_found', 'invalid_cursor'],
})

export const updateCalendarConnection = updateOperation({
  ...common,
  id: 'updateCalendarConnection',
  path: '/api/google-calendar/connections/{id}',
  summary: 'Choose which calendar is written to and which block time, or go on after many deletions',
  body: calendarConnectionUpdateSchema,
  answer: calendarConnectionSchema,
  errors: ['calendar_needs_reauth', 'calendar_not_configured'],
})

export const deleteCalendarConnection = deleteOperation({
  ...common,
  id: 'deleteCalendarConnection',
  path: '/api/google-calendar/connections/{id}',
  summary: 'Disconnect a calendar: it blocks no time any more, and access is given back to Google',
})

export const startCalendarSync = defineOperation({
  ...common,
  id: 'startCalendarSync',
  method: 'post',
  path: '/api/google-calendar/sync',
  summary: 'Sync both ways now, all connections or one; the work goes on after the answer',
  body: calendarSyncCreateSchema,
  status: 202,
  answer: calendarSyncSchema,
  headers: ['Location'],
  errors: ['not_found', 'live_only', 'calendar_not_configured', 'idempotency_mismatch'],
})

export const getCalendarSync = defineOperation({
  ...common,
  id: 'getCalendarSync',
  method: 'get',
  path: '/api/google-calendar/syncs/{id}',
  summary: 'See how far a sync is and what it did; kept for a week',
  params: byId,
  status: 200,
  answer: calendarSyncSchema,
  errors: ['not_found'],
})

export const streamCalendarSync = defineOperation({
  ...common,
  id: 'streamCalendarSync',
  method: 'get',
  path: '/api/google-calendar/syncs/{id}/stream',
  summary: 'Follow a sync: `sync` events, each with the whole of it, until it is over',
  params: byId,
  status: 200,
  answer: textStream,
  media: [EVENT_STREAM],
  endsWith: 'completed_at',
  errors: ['not_found'],
})

export const receiveGoogleCalendarPush = defineOperation({
  tag: 'Google Calendar',
  service: 'calendar-sync',
  scope: null,
  callback: 'application/json',
  id: 'receiveGoogleCalendarPush',
  method: 'post',
  path: '/callbacks/google-calendar',
  summary:
    'Google tells that a calendar has changed, by the headers of its push notifications, with the token it was given',
  // Google sends no body.
  body: z.unknown(),
  status: 204,
  answer: null,
  errors: ['not_found'],
})
