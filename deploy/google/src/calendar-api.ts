import { randomUUID } from 'node:crypto'
import express, { type Request, Router } from 'express'
import { z } from 'zod'
import { type CalendarEvent, presentDeleted, presentEvent } from './event.ts'
import { GoogleError } from './google-error.ts'
import { type Grants, grantOfRequest } from './oauth.ts'
import type { Pushes } from './push.ts'
import type { Calendar, GoogleState, ListFilter, Role } from './state.ts'

const AUTH = 'https://www.googleapis.com/auth'
const EVENTS = '/calendar/v3/calendars/:calendarId/events'
/** How long deleted events are kept and sync tokens work; Google names no number. */
const REMEMBERED_MS = 28 * 86_400_000
/** Maximum number of lists kept for further pages. */
const MAX_LISTS = 200

interface CalendarApi {
  readonly state: GoogleState
  readonly grants: Grants
  readonly pushes: Pushes
  /** The public URL of this Google. */
  readonly publicUrl: () => string
}

/** https://developers.google.com/workspace/calendar/api/v3/reference: what calendar synchronisation calls. */
export function calendarApi({ state, grants, pushes, publicUrl }: CalendarApi): Router {
  const router = Router().use(express.json())
  const calendarPages = new Pages<Calendar>()
  const eventPages = new Pages<CalendarEvent>()

  /** The account behind a request. @throws GoogleError 401, 403 */
  const userOf = (req: Request, ...scopes: string[]): string => {
    const grant = grantOfRequest(req, grants)
    if (!scopes.some((scope) => grant.scopes.includes(`${AUTH}/${scope}`)))
      throw new GoogleError('insufficientPermissions')
    return grant.email
  }
  const eventsUser = (req: Request) => userOf(req, 'calendar.events')
  const opened = (req: Request, least: Role): Calendar =>
    state.open(String(req.params.calendarId), eventsUser(req), least)
  const present = (event: CalendarEvent, calendar: Calendar) => presentEvent(event, calendar, publicUrl())

  router.get('/calendar/v3/users/me/calendarList', (req, res) => {
    const email = userOf(req, 'calendar.calendarlist.readonly')
    const { maxResults, pageToken } = parseQuery(calendarQuery, req)
    const { items, ...ending } = calendarPages.page(email, pageToken, maxResults, () => ({
      items: state.calendarsOf(email),
    }))
    const kind = 'calendar#calendarList'
    res.json({ kind, ...ending, items: items.map((calendar) => presentListed(calendar, email)) })
  })

  router.get(EVENTS, (req, res) => {
    const calendar = opened(req, 'freeBusyReader')
    const { pageToken, maxResults, syncToken, ...query } = parseQuery(eventsQuery, req)
    const now = state.clock.now().getTime()
    const since = syncToken === undefined ? undefined : readSyncToken(syncToken, calendar, query, now)
    const { items, ...ending } = eventPages.page(calendar.id, pageToken, maxResults, () =>
      since
        ? { items: calendar.changesSince(since.change, since), ...nextSync(calendar, since, now) }
        : full(),
    )
    function full() {
      const filter = filterOf(query)
      // A filter rules out synchronising.
      const isFiltered = query.iCalUID !== undefined || query.privateExtendedProperty.length > 0
      return { items: calendar.list(filter), ...(!isFiltered && nextSync(calendar, filter, now)) }
    }
    const { summary, timeZone, roles } = calendar
    res.json({
      kind: 'calendar#events',
      etag: `"p${calendar.change}"`,
      summary,
      timeZone,
      updated: new Date(now).toISOString(),
      accessRole: roles.get(eventsUser(req)),
      ...ending,
      items: items.map((event) =>
        event.status === 'cancelled' ? presentDeleted(event, timeZone) : present(event, calendar),
      ),
    })
  })

  router.post(EVENTS, (req, res) => {
    const calendar = opened(req, 'writer')
    res.json(present(calendar.insert(req.body ?? {}, eventsUser(req)), calendar))
  })

  router.post(`${EVENTS}/watch`, (req, res) => {
    const calendarId = opened(req, 'freeBusyReader').id
    const path = EVENTS.replace(':calendarId', encodeURIComponent(calendarId))
    const resourceUri = `${publicUrl()}${path}?alt=json`
    res.json(pushes.watch(req.body, { calendarId, email: eventsUser(req), resourceUri }))
  })

  router
    .route(`${EVENTS}/:eventId`)
    .get((req, res) => {
      const calendar = opened(req, 'freeBusyReader')
      res.json(present(calendar.get(req.params.eventId), calendar))
    })
    .patch((req, res) => {
      const calendar = opened(req, 'writer')
      const event = calendar.patch(req.params.eventId, req.body ?? {}, req.get('if-match'))
      res.json(present(event, calendar))
    })
    .delete((req, res) => {
      opened(req, 'writer').delete(req.params.eventId, req.get('if-match'))
      res.status(204).end()
    })

  router.post(`${EVENTS}/:eventId/move`, (req, res) => {
    const destination = state.open(String(req.query.destination), eventsUser(req), 'writer')
    const moved = opened(req, 'writer').moveTo(destination, String(req.params.eventId))
    res.json(present(moved, destination))
  })

  router.post('/calendar/v3/channels/stop', (req, res) => {
    pushes.stop(req.body, eventsUser(req))
    res.status(204).end()
  })

  return router
}

const pageQuery = {
  pageToken: z.string().optional(),
  maxResults: z.coerce.number().int().min(1),
}

const calendarQuery = z.strictObject({
  ...pageQuery,
  maxResults: pageQuery.maxResults.default(100).transform((size) => Math.min(size, 250)),
  // No calendar is hidden here.
  showHidden: z.enum(['true', 'false']).optional(),
})

const instant = z.iso
  .datetime({ offset: true })
  .transform((time) => Date.parse(time))
  .optional()

/** https://developers.google.com/workspace/calendar/api/v3/reference/events/list#parameters; others are refused. */
const eventsQuery = z.strictObject({
  ...pageQuery,
  maxResults: pageQuery.maxResults.default(250).transform((size) => Math.min(size, 2_500)),
  syncToken: z.string().optional(),
  singleEvents: z
    .enum(['true', 'false'])
    .default('false')
    .transform((value) => value === 'true'),
  timeMin: instant,
  timeMax: instant,
  iCalUID: z.string().optional(),
  privateExtendedProperty: z
    .union([z.string(), z.array(z.string())])
    .default([])
    .transform((pairs) => [pairs].flat())
    .refine((pairs) => pairs.every((pair) => pair.includes('=')), 'Invalid property constraint.'),
})

type EventsQuery = Omit<z.infer<typeof eventsQuery>, 'syncToken' | 'pageToken' | 'maxResults'>

/** @throws GoogleError 400 */
function parseQuery<T>(schema: z.ZodType<T>, req: Request): T {
  const read = schema.safeParse(req.query)
  if (read.success) return read.data
  const isTime = read.error.issues.some(({ path }) => String(path[0]).startsWith('time'))
  throw isTime ? new GoogleError('badRequest') : new GoogleError('invalid', z.prettifyError(read.error))
}

/** @throws GoogleError 400 */
function filterOf({
  singleEvents,
  timeMin,
  timeMax,
  iCalUID,
  privateExtendedProperty,
}: EventsQuery): ListFilter {
  if (timeMin !== undefined && timeMax !== undefined && timeMax <= timeMin)
    throw new GoogleError('timeRangeEmpty')
  const properties = privateExtendedProperty.map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name, value.join('=')] as const
  })
  return { singleEvents, range: { from: timeMin, to: timeMax }, iCalUID, properties }
}

/** The state of a calendar at a list, and what that list selected by. */
interface SyncToken extends Pick<ListFilter, 'singleEvents' | 'range'> {
  readonly calendar: string
  readonly change: number
  readonly epoch: number
  /** Milliseconds. */
  readonly at: number
}

/** Where a list resumes, as a token that is opaque to clients. */
function nextSync(
  { id, change, epoch }: Calendar,
  { singleEvents, range }: Pick<ListFilter, 'singleEvents' | 'range'>,
  at: number,
) {
  const token: SyncToken = { singleEvents, range, calendar: id, change, epoch, at }
  return { nextSyncToken: Buffer.from(JSON.stringify(token)).toString('base64url') }
}

/**
 * https://developers.google.com/workspace/calendar/api/guides/sync
 *
 * @throws GoogleError 400 for a token that is not of this calendar, or with parameters that may not go with it; 410
 */
function readSyncToken(text: string, calendar: Calendar, query: EventsQuery, now: number): SyncToken {
  // "Such parameters cannot be specified together with nextSyncToken" (events.list, syncToken).
  if (query.timeMin ?? query.timeMax ?? query.iCalUID ?? query.privateExtendedProperty[0])
    throw new GoogleError('invalid', 'Filters cannot be used together with a sync token.')
  const token = unsealed(text)
  // "All other query parameters should be the same as for the initial synchronization to avoid undefined
  // behavior": refused here, so that no client comes to rely on it.
  if (token?.calendar !== calendar.id || token.singleEvents !== query.singleEvents)
    throw new GoogleError('invalid', 'Invalid sync token value.')
  const isOld = token.at < now - REMEMBERED_MS || token.change > calendar.change
  if (token.epoch !== calendar.epoch || isOld) throw new GoogleError('fullSyncRequired')
  return token
}

function unsealed(text: string): SyncToken | undefined {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
}

function presentListed({ id, summary, timeZone, roles }: Calendar, email: string) {
  return {
    kind: 'calendar#calendarListEntry',
    id,
    summary,
    timeZone,
    selected: true,
    accessRole: roles.get(email),
    primary: id === email || undefined,
  }
}

interface List<T> {
  readonly items: readonly T[]
  readonly nextSyncToken?: string
}

/**
 * Serves lists page by page. A list is a snapshot taken for its first page, so changes between pages neither
 * shift items nor get lost: the sync token of the last page predates the change.
 * https://developers.google.com/workspace/calendar/api/guides/pagination
 */
class Pages<T> {
  readonly #lists = new Map<string, List<T> & { readonly owner: string }>()

  /**
   * @param owner what the list is of: a page token works only for that
   * @throws GoogleError 400 for a token of something else
   */
  page(owner: string, token: string | undefined, size: number, first: () => List<T>) {
    const list = token === undefined ? first() : this.#lists.get(token)
    if (!list || ('owner' in list && list.owner !== owner))
      throw new GoogleError('invalid', 'Invalid page token value.')
    const { items, nextSyncToken } = list
    if (items.length <= size) return { items, nextSyncToken }
    const nextPageToken = randomUUID()
    this.#lists.set(nextPageToken, { ...list, owner, items: items.slice(size) })
    const [oldest = ''] = this.#lists.keys()
    if (this.#lists.size > MAX_LISTS) this.#lists.delete(oldest)
    return { items: items.slice(0, size), nextPageToken }
  }
}
