import { DateTime } from 'luxon'
import type { Calendar } from '../calendar/calendar.ts'
import type { CalendarEvent } from '../events/calendar-event.ts'
import { boundsOf } from '../events/event-times.ts'
import type { GoogleState } from '../google-state.ts'
import { escapeHtml, page } from '../html.ts'

const SHOWN_DAYS = 60

/** All accounts with the calendars they own and upcoming events. */
export function calendarsPage(state: GoogleState): string {
  const now = state.clock.now().getTime()
  const accounts = [...state.accounts.values()].map(({ email, name }) => {
    const calendars = state
      .entriesOf(email)
      .filter(({ role, isDeleted }) => role === 'owner' && !isDeleted)
      .flatMap(({ calendarId }) => state.calendars.get(calendarId) ?? [])
    const heading = `<h2>${escapeHtml(name)} &lt;${escapeHtml(email)}&gt;</h2>`
    return heading + calendars.map((calendar) => calendarSection(calendar, now)).join('\n')
  })
  return page(
    'Calendars - Local Google',
    `<h1>Local Google</h1>
<p class="note">Calendars of no real account, for trying the synchronisation. What you change here is what somebody
changes in Google Calendar.</p>
${accounts.join('\n')}`,
  )
}

function calendarSection(calendar: Calendar, now: number): string {
  const range = { from: now - 86_400_000, to: now + SHOWN_DAYS * 86_400_000 }
  const events = [...calendar.events]
    .flatMap((event) =>
      event.recurrence && event.status !== 'cancelled' ? calendar.instances(event, range) : [event],
    )
    .map((event) => ({ event, ...boundsOf(event, calendar.timeZone) }))
    .filter(({ start, end }) => end > range.from && start < range.to)
    .sort((a, b) => a.start - b.start)
  const unique = new Map(events.map((shown) => [shown.event.id, shown.event]))
  const tomorrow = DateTime.fromMillis(now, { zone: calendar.timeZone }).plus({ days: 1 }).startOf('hour')
  return `<section id="${escapeHtml(calendar.id)}">
<h3>${escapeHtml(calendar.summary)} <span class="note">${escapeHtml(calendar.timeZone)}</span></h3>
<table>
<tr><th>Event</th><th>Time</th><th></th></tr>
${[...unique.values()].map((event) => eventRow(calendar, event)).join('\n')}
</table>
<form method="post" action="/">
${hidden({ action: 'create', calendar: calendar.id })}
<input name="summary" placeholder="New event" required>
${timeInputs(forInput(tomorrow), forInput(tomorrow.plus({ hours: 1 })))}
<button>Create</button>
</form>
</section>`
}

function eventRow(calendar: Calendar, event: CalendarEvent): string {
  const names = { calendar: calendar.id, event: event.id }
  const title = escapeHtml(String(event.fields.summary ?? '(No title)'))
  if (event.status === 'cancelled') {
    return `<tr><td><s>${title}</s></td><td class="note">deleted</td><td>${button('restore', 'Restore', names)}</td></tr>`
  }
  const rename = `<form method="post" action="/" class="inline">${hidden({ ...names, action: 'retitle' })}
<input name="summary" value="${title}" required><button>Rename</button></form>`
  return `<tr data-event="${escapeHtml(event.id)}"><td>${rename}</td><td>${timesOf(calendar, event)}</td>
<td>${button('delete', 'Delete', names)}</td></tr>`
}

function timesOf(calendar: Calendar, event: CalendarEvent): string {
  if (event.start.date) return `${event.start.date} all day`
  const { start, end } = boundsOf(event, calendar.timeZone)
  const local = (ms: number) => forInput(DateTime.fromMillis(ms, { zone: calendar.timeZone }))
  return `<form method="post" action="/" class="inline">
${hidden({ action: 'move', calendar: calendar.id, event: event.id })}
${timeInputs(local(start), local(end))}
<button>Move</button></form>`
}

const forInput = (time: DateTime) => time.toFormat("yyyy-MM-dd'T'HH:mm")

const timeInputs = (start: string, end: string) =>
  `<input type="datetime-local" name="start" value="${start}" aria-label="Start" required>
<input type="datetime-local" name="end" value="${end}" aria-label="End" required>`

const hidden = (fields: Readonly<Record<string, string>>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')

const button = (action: string, label: string, names: Readonly<Record<string, string>>) =>
  `<form method="post" action="/" class="inline">${hidden({ ...names, action })}<button>${label}</button></form>`
