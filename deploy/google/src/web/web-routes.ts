import { type RequestHandler, Router, urlencoded } from 'express'
import { z } from 'zod'
import { GoogleError } from '../google-error.ts'
import type { GoogleState } from '../google-state.ts'
import { escapeHtml, page } from '../html.ts'
import { UserEvents } from '../user-events.ts'
import { calendarsPage } from './calendars-page.ts'

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/)

const changeSchema = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('create'),
    calendar: z.string(),
    summary: z.string(),
    start: time,
    end: time,
  }),
  z.object({ action: z.literal('move'), calendar: z.string(), event: z.string(), start: time, end: time }),
  z.object({ action: z.literal('retitle'), calendar: z.string(), event: z.string(), summary: z.string() }),
  z.object({ action: z.literal('delete'), calendar: z.string(), event: z.string() }),
  z.object({ action: z.literal('restore'), calendar: z.string(), event: z.string() }),
])

/** The page of all calendars, where events are created, moved, renamed and deleted as by their owner. */
export function webRoutes(state: GoogleState): Router {
  const router = Router()

  router.get('/', (_req, res) => void res.type('html').send(calendarsPage(state)))

  router.post('/', sameSite, urlencoded({ extended: false }), (req, res) => {
    const change = changeSchema.safeParse(req.body)
    const calendar = change.success ? state.calendars.get(change.data.calendar) : undefined
    if (!change.success || !calendar) return void res.status(400).type('html').send(problemPage('Bad form'))
    try {
      const owner = [...state.entries.values()].find(
        ({ calendarId, role }) => calendarId === calendar.id && role === 'owner',
      )
      apply(new UserEvents(calendar, owner?.email ?? calendar.id), change.data, calendar.timeZone)
      res.redirect(303, `/#${encodeURIComponent(calendar.id)}`)
    } catch (error) {
      if (!(error instanceof GoogleError)) throw error
      res.status(error.status).type('html').send(problemPage(error.message))
    }
  })

  return router
}

/** Form times are in the calendar's time zone. */
function apply(events: UserEvents, change: z.infer<typeof changeSchema>, timeZone: string): void {
  switch (change.action) {
    case 'create': {
      const { summary, start, end } = change
      events.insert({
        summary,
        start: { dateTime: start, timeZone },
        end: { dateTime: end, timeZone },
      })
      break
    }
    case 'move': {
      const local = (dateTime: string) => ({ dateTime, timeZone, date: null })
      events.edit(change.event, { start: local(change.start), end: local(change.end) })
      break
    }
    case 'retitle':
      events.retitle(change.event, change.summary)
      break
    case 'delete':
      events.delete(change.event)
      break
    case 'restore':
      events.restore(change.event)
  }
}

/** Rejects forms sent by other sites. */
const sameSite: RequestHandler = (req, res, next) => {
  const site = req.get('sec-fetch-site')
  if (site === undefined || site === 'same-origin' || site === 'none') return next()
  res.status(403).type('html').send(problemPage('The form was sent by another site.'))
}

const problemPage = (text: string) =>
  page('Local Google', `<h1>That did not work</h1><p>${escapeHtml(text)}</p><p><a href="/">Back</a></p>`)
