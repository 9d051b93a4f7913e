import { type Request, Router } from 'express'
import { DateTime } from 'luxon'
import { z } from 'zod'
import { type ApiContext, userOf } from '../api-context.ts'
import type { CalendarEvent } from '../events/calendar-event.ts'
import { boundsOf, parseInstant, rfc3339 } from '../events/event-times.ts'
import { GoogleError, invalid } from '../google-error.ts'
import { needed } from '../oauth/scopes.ts'
import type { Calendar } from './calendar.ts'

interface Busy {
  readonly start: number
  readonly end: number
}

/** https://developers.google.com/workspace/calendar/api/v3/reference/freebusy/query#request-body */
const querySchema = z.object({
  timeMin: z.string(),
  timeMax: z.string(),
  timeZone: z.string().default('UTC'),
  items: z.array(z.object({ id: z.string() })).max(50),
})

export function freeBusyRoutes(context: ApiContext): Router {
  const router = Router()
  router.post('/calendar/v3/freeBusy', (req: Request, res) => {
    const email = userOf(req, context, needed.freeBusy)
    const query = querySchema.safeParse(req.body)
    if (!query.success) throw invalid(z.prettifyError(query.error))
    const { timeMin, timeMax, timeZone, items } = query.data
    const from = parseInstant(timeMin)
    const to = parseInstant(timeMax)
    if (from === undefined || to === undefined) throw new GoogleError(400, 'badRequest', 'Bad Request')
    if (to <= from) throw new GoogleError(400, 'timeRangeEmpty', 'The specified time range is empty.')
    const present = (ms: number) => rfc3339(DateTime.fromMillis(ms, { zone: timeZone }))
    const calendars = items.map(({ id }) => [id, answerOf(id, email, from, to, context, present)])
    res.json({ kind: 'calendar#freeBusy', timeMin, timeMax, calendars: Object.fromEntries(calendars) })
  })
  return router
}

function answerOf(
  id: string,
  email: string,
  from: number,
  to: number,
  { state }: ApiContext,
  present: (ms: number) => string,
) {
  try {
    const busy = busyTimes(state.open(id, email, 'freeBusyReader'), email, from, to)
    return { busy: busy.map(({ start, end }) => ({ start: present(start), end: present(end) })) }
  } catch (error) {
    if (!(error instanceof GoogleError)) throw error
    return { errors: [{ domain: 'global', reason: error.reason }], busy: [] }
  }
}

/** Busy periods between two instants, merged where they touch, sorted by start. */
export function busyTimes(calendar: Calendar, email: string, from: number, to: number): Busy[] {
  const found: Busy[] = []
  for (const event of calendar.events) {
    if (event.recurringEventId && !isBusy(event, email)) continue
    const instances = event.recurrence ? calendar.instances(event, { from, to }) : [event]
    for (const instance of instances) {
      if (!isBusy(instance, email)) continue
      const { start, end } = boundsOf(instance, calendar.timeZone)
      if (start < to && end > from) found.push({ start: Math.max(start, from), end: Math.min(end, to) })
    }
  }
  return joined(found)
}

/** Transparent and declined events do not block time, nor do working locations (events#transparency). */
function isBusy({ status, fields }: CalendarEvent, email: string): boolean {
  if (status === 'cancelled' || fields.transparency === 'transparent') return false
  if (fields.eventType === 'workingLocation') return false
  const attendees = Array.isArray(fields.attendees) ? fields.attendees : []
  return !attendees.some((attendee) => attendee.email === email && attendee.responseStatus === 'declined')
}

function joined(times: readonly Busy[]): Busy[] {
  const result: Busy[] = []
  for (const time of times.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1)
    if (last && time.start <= last.end)
      result[result.length - 1] = { ...last, end: Math.max(last.end, time.end) }
    else result.push(time)
  }
  return result
}
