import { type RequestHandler, Router, urlencoded } from 'express'
import { DateTime } from 'luxon'
import { z } from 'zod'
import { boundsOf, type CalendarEvent } from './event.ts'
import { GoogleError } from './google-error.ts'
import { isWithin } from './recurrence.ts'
import type { Calendar, GoogleState } from './state.ts'

const SHOWN_DAYS = 60

/** The page of all calendars, where events are created, moved, renamed and deleted as by their owner. */
export function calendarPages(state: GoogleState): Router {
  const router = Router()

  router.get('/', (_req, res) => void res.type('html').send(calendarsPage(state)))

  router.post('/', sameSite, urlencoded({ extended: false }), (req, res) => {
    const change = changeSchema.safeParse(req.body)
    const calendar = change.success ? state.calendars.get(change.data.calendar) : undefined
    if (!change.success || !calendar) return void res.status(400).type('html').send(problemPage('Bad form'))
    try {
      apply(change.data, calendar)
      res.redirect(303, `/#${encodeURIComponent(calendar.id)}`)
    } catch (error) {
      if (!(error instanceof GoogleError)) throw error
      res.status(error.status).type('html').send(problemPage(error.message))
    }
  })

  return router
}

const changeSchema = z.object({
  action: z.enum(['create', 'change', 'delete']),
  calendar: z.string(),
  event: z.string().default(''),
  summary: z.string().optional(),
  start: z.string().optional(),
  end: z.string().optional(),
})

/** Form times are in the calendar's time zone. */
function apply(
  { action, event, summary, start, end }: z.infer<typeof changeSchema>,
  calendar: Calendar,
): void {
  const { timeZone } = calendar
  const times = start && end && { start: { dateTime: start, timeZone }, end: { dateTime: end, timeZone } }
  const body = { ...(summary && { summary }), ...times }
  if (action === 'create') calendar.insert(body, calendar.owner)
  if (action === 'change') calendar.patch(event, body)
  if (action === 'delete') calendar.delete(event)
}

/** Rejects forms sent by other sites. */
const sameSite: RequestHandler = (req, res, next) => {
  const site = req.get('sec-fetch-site')
  if (site === undefined || site === 'same-origin' || site === 'none') return next()
  res.status(403).type('html').send(problemPage('The form was sent by another site.'))
}

const problemPage = (text: string) =>
  page('Local Google', `<h1>That did not work</h1><p>${escapeHtml(text)}</p><p><a href="/">Back</a></p>`)

/** All accounts with the calendars they own and upcoming events. */
function calendarsPage(state: GoogleState): string {
  const now = state.clock.now().getTime()
  const accounts = [...state.accounts.values()].map(({ email, name }) => {
    const owned = state.calendarsOf(email).filter(({ owner }) => owner === email)
    const heading = `<h2>${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</h2>`
    return heading + owned.map((calendar) => calendarSection(calendar, now)).join('\n')
  })
  return page(
    'Calendars - Local Google',
    `<h1>Local Google</h1>
<p class="note">Calendars of no real account, for trying the synchronisation. A change on this page counts as one that
the owner makes in Google Calendar.</p>
${accounts.join('\n')}`,
  )
}

function calendarSection(calendar: Calendar, now: number): string {
  const { id, summary, timeZone } = calendar
  const range = { from: now - 86_400_000, to: now + SHOWN_DAYS * 86_400_000 }
  const events = calendar
    .list({ singleEvents: true, range })
    .filter((event) => isWithin(event, timeZone, range))
    .sort((a, b) => boundsOf(a, timeZone).start - boundsOf(b, timeZone).start)
  const tomorrow = DateTime.fromMillis(now, { zone: timeZone }).plus({ days: 1 }).startOf('hour')
  return `<section id="${escapeHtml(id)}">
<h3>${escapeHtml(summary)} <span class="note">${escapeHtml(timeZone)}</span></h3>
<table>
<tr><th>Event</th><th>Time</th><th></th></tr>
${events.map((event) => eventRow(calendar, event)).join('\n')}
</table>
${form(
  { action: 'create', calendar: id },
  `<input name="summary" placeholder="New event" required>
${timeInputs(tomorrow, tomorrow.plus({ hours: 1 }))}
<button>Create</button>`,
)}
</section>`
}

function eventRow(calendar: Calendar, event: CalendarEvent): string {
  const names = { calendar: calendar.id, event: event.id }
  const change = { ...names, action: 'change' }
  const title = escapeHtml(String(event.fields.summary ?? '(No title)'))
  const { start, end } = boundsOf(event, calendar.timeZone)
  const local = (ms: number) => DateTime.fromMillis(ms, { zone: calendar.timeZone })
  const time = event.start.date
    ? `${event.start.date} all day`
    : form(change, `${timeInputs(local(start), local(end))}\n<button>Move</button>`)
  return `<tr data-event="${escapeHtml(event.id)}">
<td>${form(change, `<input name="summary" value="${title}" required><button>Rename</button>`)}</td>
<td>${time}</td>
<td>${form({ ...names, action: 'delete' }, '<button>Delete</button>')}</td></tr>`
}

function form(fields: Readonly<Record<string, string>>, inputs: string): string {
  const hidden = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="/">${hidden.join('')}\n${inputs}</form>`
}

function timeInputs(start: DateTime, end: DateTime): string {
  const value = (time: DateTime) => time.toFormat("yyyy-MM-dd'T'HH:mm")
  return `<input type="datetime-local" name="start" value="${value(start)}" aria-label="Start" required>
<input type="datetime-local" name="end" value="${value(end)}" aria-label="End" required>`
}

/** Escapes text for HTML and attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A whole page; `body` is HTML. */
export function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #202124 }
main.card { max-width: 28rem; margin: 3rem auto; padding: 2rem; border: 1px solid #dadce0; border-radius: 8px }
button { font: inherit; padding: .4rem 1rem; border: 1px solid #747775; border-radius: 6px; background: #fff; cursor: pointer }
button.primary { background: #0b57d0; color: #fff; border-color: #0b57d0 }
input { font: inherit; padding: .3rem; max-width: 100% }
fieldset { border: 0; padding: 0; margin: 1rem 0 }
label { display: block; padding: .15rem 0 }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: .35rem .5rem; border-bottom: 1px solid #e0e0e0; vertical-align: top }
td form { display: inline }
.note { color: #5f6368; font-size: .9rem }
</style>
</head>
<body>
${body}
</body>
</html>
`
}
