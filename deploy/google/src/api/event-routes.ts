import { type Request, type Response, Router } from 'express'
import { type ApiContext, userOf } from '../api-context.ts'
import type { Calendar } from '../calendar/calendar.ts'
import { type Listed, listEvents } from '../calendar/list-events.ts'
import { deleteEvent, insertEvent, moveEvent, patchEvent, updateEvent } from '../calendar/write-events.ts'
import type { CalendarEvent } from '../events/calendar-event.ts'
import { type ListQuery, one, readListQuery } from '../events/list-query.ts'
import { presentDeleted, presentEvent } from '../events/present-event.ts'
import { invalid, notFound } from '../google-error.ts'
import type { Role } from '../google-state.ts'
import { needed } from '../oauth/scopes.ts'
import { presentChannel } from '../push/channels.ts'

const EVENTS = '/calendar/v3/calendars/:calendarId/events'

/** https://developers.google.com/workspace/calendar/api/v3/reference/events */
export function eventRoutes(context: ApiContext): Router {
  const router = Router()
  const send = sender(context)
  const readable = (req: Request) => opened(req, context, needed.readEvents, 'freeBusyReader')
  const writable = (req: Request) => opened(req, context, needed.writeEvents, 'writer')

  router.get(EVENTS, (req, res) => {
    const { calendar, email } = readable(req)
    const query = readListQuery(req.query as Record<string, string | string[]>)
    const page = listEvents(calendar, query, context.eventPages, context.state.clock.now().getTime())
    res.json({
      ...listHead(calendar, query, context, email),
      ...page.ending,
      items: page.items.map(itemOf(calendar, query, context)),
    })
  })

  router.post(EVENTS, (req, res) => {
    const { calendar, email } = writable(req)
    send(res, req, calendar, insertEvent(calendar, req.body ?? {}, email))
  })

  router.post(`${EVENTS}/watch`, (req, res) => {
    const { calendar, email } = readable(req)
    const resourceUri = `${context.publicUrl()}/calendar/v3/calendars/${encodeURIComponent(calendar.id)}/events?alt=json`
    const channel = context.channels.watch(req.body, { calendarId: calendar.id, email, resourceUri })
    context.pushes.opened(channel)
    res.json(presentChannel(channel))
  })

  router.get(`${EVENTS}/:eventId`, (req, res) => {
    const { calendar } = readable(req)
    send(res, req, calendar, existing(calendar, req))
  })

  router.post(`${EVENTS}/:eventId/move`, (req, res) => {
    const { calendar, email } = writable(req)
    const destination = context.state.open(one(req.query.destination as string) ?? '', email, 'writer')
    send(res, req, destination, moveEvent(calendar, idOf(req), destination))
  })

  router.get(`${EVENTS}/:eventId/instances`, (req, res) => {
    const { calendar, email } = readable(req)
    const master = existing(calendar, req)
    if (!master.recurrence) throw invalid('The event is not recurring.')
    const query = readListQuery(req.query as Record<string, string | string[]>)
    const instances = calendar
      .instances(master, { from: query.timeMin, to: query.timeMax })
      .filter((instance) => instance.status !== 'cancelled' || query.showDeleted)
    const owner = `${calendar.id} ${master.id}`
    const page = query.pageToken
      ? context.eventPages.next(owner, query.pageToken, query.maxResults)
      : context.eventPages.first(owner, instances, query.maxResults, {})
    if (!page) throw invalid('Invalid page token value.', 'pageToken')
    res.json({
      ...listHead(calendar, query, context, email),
      ...page.ending,
      items: page.items.map(itemOf(calendar, query, context)),
    })
  })

  router.put(`${EVENTS}/:eventId`, (req, res) => {
    const { calendar } = writable(req)
    send(res, req, calendar, updateEvent(calendar, idOf(req), req.body ?? {}, req.get('if-match')))
  })

  router.patch(`${EVENTS}/:eventId`, (req, res) => {
    const { calendar } = writable(req)
    send(res, req, calendar, patchEvent(calendar, idOf(req), req.body ?? {}, req.get('if-match')))
  })

  router.delete(`${EVENTS}/:eventId`, (req, res) => {
    const { calendar } = writable(req)
    deleteEvent(calendar, idOf(req), req.get('if-match'))
    res.status(204).end()
  })

  return router
}

function opened(req: Request, context: ApiContext, scopes: readonly string[], role: Role) {
  const email = userOf(req, context, scopes)
  return { calendar: context.state.open(String(req.params.calendarId), email, role), email }
}

const idOf = (req: Request): string => String(req.params.eventId)

function existing(calendar: Calendar, req: Request): CalendarEvent {
  const event = calendar.find(idOf(req))
  if (!event) throw notFound()
  return event
}

/** One event, or 304 if the client has it: guides/version-resources, "Conditional retrieval". */
const sender =
  (context: ApiContext) => (res: Response, req: Request, calendar: Calendar, event: CalendarEvent) => {
    res.set('etag', event.etag)
    if (req.method === 'GET' && req.get('if-none-match') === event.etag) return void res.status(304).end()
    const zone = typeof req.query.timeZone === 'string' ? req.query.timeZone : calendar.timeZone
    res.json(presentEvent(event, { zone, calendarId: calendar.id, publicUrl: context.publicUrl() }))
  }

function itemOf(calendar: Calendar, query: ListQuery, context: ApiContext) {
  const zone = query.timeZone ?? calendar.timeZone
  const options = { zone, calendarId: calendar.id, publicUrl: context.publicUrl() }
  return (item: Listed) =>
    'status' in item && item.status !== 'cancelled' ? presentEvent(item, options) : presentDeleted(item, zone)
}

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/list#response */
function listHead(calendar: Calendar, query: ListQuery, { state }: ApiContext, email: string) {
  return {
    kind: 'calendar#events',
    etag: `"p${calendar.change}"`,
    summary: calendar.summary,
    description: '',
    updated: state.clock.now().toISOString(),
    timeZone: query.timeZone ?? calendar.timeZone,
    accessRole: state.entriesOf(email).find(({ calendarId }) => calendarId === calendar.id)?.role,
    defaultReminders: [],
  }
}
