import type { GoogleCalendar } from '@usher/contracts'
import { z } from 'zod'
import type { Google } from './google.ts'
import { notGoogles, readAnswer } from './google-error.ts'

/** Calendars per page: the maximum of calendarList.list. */
const PAGE = 250
/** Most pages: far more calendars than an account can have in its list. */
const MAX_PAGES = 20

/**
 * The calendars that an account sees (Calendar API reference, calendarList.list).
 *
 * @param showHidden also those that their owner hides in Google's list
 * @throws GoogleError, `transient` for a list without an end
 */
export async function calendarsOf(google: Google, showHidden = false): Promise<GoogleCalendar[]> {
  const found: GoogleCalendar[] = []
  let pageToken: string | undefined
  let pages = 0
  do {
    pages += 1
    if (pages > MAX_PAGES) throw notGoogles()
    const asked = { maxResults: PAGE, showHidden, ...(pageToken !== undefined && { pageToken }) }
    const page = readAnswer(pageSchema, await google.call((api) => api.calendarList.list(asked)))
    found.push(...page.items)
    pageToken = page.nextPageToken
  } while (pageToken)
  return found
}

const entrySchema = z
  .object({
    id: z.string().min(1).max(1_024),
    summaryOverride: z.string().max(1_024).optional(),
    summary: z.string().max(1_024).optional(),
    primary: z.boolean().default(false),
    accessRole: z.string().max(100).optional(),
    timeZone: z.string().max(100).optional(),
  })
  .transform(({ id, summaryOverride, summary, primary, accessRole, timeZone }) => ({
    id,
    name: summaryOverride || summary || id,
    primary,
    writable: accessRole === 'owner' || accessRole === 'writer',
    timezone: timeZone ?? null,
  }))

const pageSchema = z.object({
  kind: z.literal('calendar#calendarList'),
  items: z.array(entrySchema).max(PAGE).default([]),
  nextPageToken: z.string().max(10_000).optional(),
})
