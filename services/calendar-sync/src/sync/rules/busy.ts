import type { BusyInvitations } from '../../connections/connection.ts'
import { type GoogleEvent, type Span, spanOf } from './google-event.ts'

/** Responses of the account that leave the time of an invitation free. */
const FREE_RESPONSES: Readonly<Record<BusyInvitations, readonly string[]>> = {
  all: ['declined'],
  answered: ['declined', 'needsAction'],
  accepted: ['declined', 'needsAction', 'tentative'],
}

/**
 * The time that an event takes of a provider; undefined for one that takes none: free ("transparent"), declined or not
 * accepted, a working location, deleted, or without length. Out of office takes time like any other event.
 *
 * @param zone of the calendar
 */
export function busySpanOf(event: GoogleEvent, zone: string, invitations: BusyInvitations): Span | undefined {
  if (event.status === 'cancelled' || event.transparency === 'transparent') return undefined
  if (event.eventType === 'workingLocation') return undefined
  const free = FREE_RESPONSES[invitations]
  if (event.attendees?.some(({ self, responseStatus = '' }) => self && free.includes(responseStatus)))
    return undefined
  const span = spanOf(event, zone)
  return span && span.end > span.start ? span : undefined
}

/** Merges lists of spans into one, in order and without overlaps; adjoining spans become one. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last && span.start <= last.end)
      merged[merged.length - 1] = { ...last, end: Math.max(last.end, span.end) }
    else merged.push(span)
  }
  return merged
}

/** Whether a time overlaps any span of a merged list. */
export function meetsAny({ start, end }: Span, merged: readonly Span[]): boolean {
  let low = 0
  let high = merged.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((merged[middle]?.end ?? 0) <= start) low = middle + 1
    else high = middle
  }
  const first = merged[low]
  return first !== undefined && first.start < end
}
