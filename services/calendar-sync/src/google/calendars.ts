import type { calendar_v3 } from '@googleapis/calendar'
import type { GoogleCalendar } from '@usher/contracts'
import type { Google } from './google.ts'
import { notGoogles } from './google-error.ts'

/** Calendars per page: the maximum of calendarList.list. */
const PAGE = 250
/** Most pages: far more calendars than an account can have in its list. */
const MAX_PAGES = 20

/**
 * The calendars that an account sees (Calendar API reference, calendarList.list).
 *
 * @throws GoogleError, `transient` for a list without an end
 */
export async function calendarsOf(google: Google): Promise<GoogleCalendar[]> {
  const found: GoogleCalendar[] = []
  let pageToken: string | undefined
  let pages = 0
  do {
    pages += 1
    if (pages > MAX_PAGES) throw notGoogles()
    const asked = { maxResults: PAGE, ...(pageToken !== undefined && { pageToken }) }
    const page = await google.call((api) => api.calendarList.list(asked))
    if (page?.kind !== 'calendar#calendarList') throw notGoogles()
    found.push(...(page.items ?? []).flatMap(presented))
    pageToken = page.nextPageToken ?? undefined
  } while (pageToken)
  return found
}

function presented(entry: calendar_v3.Schema$CalendarListEntry): GoogleCalendar[] {
  const { id, summaryOverride, summary, primary, accessRole, timeZone } = entry
  if (!id) return []
  return [
    {
      id,
      name: summaryOverride || summary || id,
      primary: primary ?? false,
      writable: accessRole === 'owner' || accessRole === 'writer',
      timezone: timeZone ?? null,
    },
  ]
}
