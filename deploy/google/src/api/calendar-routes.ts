import { type Request, Router } from 'express'
import { type ApiContext, userOf } from '../api-context.ts'
import { one, readSize } from '../events/list-query.ts'
import { fullSyncRequired, invalid } from '../google-error.ts'
import { type GoogleState, type ListEntry, type Role, roles } from '../google-state.ts'
import { needed } from '../oauth/scopes.ts'
import { seal, unseal } from '../tokens.ts'

interface ListToken {
  readonly email: string
  readonly change: number
  readonly epoch: number
}

const LIST = '/calendar/v3/users/me/calendarList'

/** https://developers.google.com/workspace/calendar/api/v3/reference/calendarList and …/calendars */
export function calendarRoutes(context: ApiContext): Router {
  const { state, calendarPages } = context
  const router = Router()

  router.get(LIST, (req, res) => {
    const email = userOf(req, context, needed.listCalendars)
    const size = readSize(one(req.query.maxResults as string | undefined), 100, 250)
    const { pageToken } = req.query
    const token = { email, change: state.listChange, epoch: state.listEpoch } satisfies ListToken
    const page = pageToken
      ? calendarPages.next(email, String(pageToken), size)
      : calendarPages.first(email, listed(req, email, state), size, { nextSyncToken: seal(token) })
    if (!page) throw invalid('Invalid page token value.', 'pageToken')
    const items = page.items.map((entry) => presentEntry(entry, state))
    res.json({ kind: 'calendar#calendarList', etag: `"p${state.listChange}"`, ...page.ending, items })
  })

  router.get(`${LIST}/:calendarId`, (req, res) => {
    const email = userOf(req, context, needed.listCalendars)
    const { id } = state.open(String(req.params.calendarId), email, 'freeBusyReader')
    const entry = state.entriesOf(email).find(({ calendarId }) => calendarId === id)
    res.json(entry && presentEntry(entry, state))
  })

  router.get('/calendar/v3/calendars/:calendarId', (req, res) => {
    const email = userOf(req, context, needed.getCalendar)
    const calendar = state.open(String(req.params.calendarId), email, 'reader')
    const { id, summary, timeZone, change } = calendar
    res.json({ kind: 'calendar#calendar', etag: `"c${change}"`, id, summary, timeZone })
  })

  return router
}

function listed(req: Request, email: string, state: GoogleState): ListEntry[] {
  const { syncToken, minAccessRole, showDeleted, showHidden } = req.query
  const entries = state.entriesOf(email)
  if (syncToken === undefined) {
    const least = roles.indexOf((minAccessRole as Role | undefined) ?? 'freeBusyReader')
    if (least < 0) throw invalid('Invalid access role.', 'minAccessRole')
    return entries.filter(
      ({ role, isDeleted }) => roles.indexOf(role) >= least && (!isDeleted || showDeleted === 'true'),
    )
  }
  // "… it is not allowed to set showDeleted neither showHidden to False … minAccessRole query parameter cannot be
  // specified together with nextSyncToken."
  if (minAccessRole !== undefined || showDeleted === 'false' || showHidden === 'false') {
    throw invalid('The sync token cannot be combined with these parameters.', 'syncToken')
  }
  const token = unseal<ListToken>(String(syncToken))
  if (token?.email !== email) throw invalid('Invalid sync token value.', 'syncToken')
  if (token.epoch !== state.listEpoch) throw fullSyncRequired()
  return entries.filter(({ change }) => change > token.change)
}

function presentEntry({ calendarId, role, isPrimary, isDeleted, change }: ListEntry, state: GoogleState) {
  const calendar = state.calendars.get(calendarId)
  const head = { kind: 'calendar#calendarListEntry', etag: `"${change}"`, id: calendarId }
  if (isDeleted || !calendar) return { ...head, deleted: true }
  return {
    ...head,
    summary: calendar.summary,
    timeZone: calendar.timeZone,
    colorId: '14',
    backgroundColor: '#9fe1e7',
    foregroundColor: '#000000',
    selected: true,
    accessRole: role,
    defaultReminders: [],
    ...(isPrimary ? { primary: true } : {}),
    conferenceProperties: { allowedConferenceSolutionTypes: ['hangoutsMeet'] },
  }
}
