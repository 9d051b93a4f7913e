import type { AuditEntry } from './audit-record.ts'

/** Clocks of two hosts differ by less. */
const SKEW_MS = 5_000
/** How much later than its event a request may end that is known by the event alone, in ms. */
const LONGEST_REQUEST_MS = 60_000

/** What tells which request an entry is of. */
export type Trace = Pick<AuditEntry, 'request_id' | 'actor' | 'at' | 'duration_ms' | 'status'>

/** What an event tells of its request. */
type EventTrace = Pick<AuditEntry, 'request_id' | 'actor' | 'at'>

/**
 * Whether an event happened within the request of an entry. The request id alone does not tell: clients may
 * choose it, and one that used it twice could hide what it did second.
 */
export function isWithin(event: EventTrace, entry: Trace): boolean {
  if (event.request_id !== entry.request_id || event.actor !== entry.actor) return false
  const [before, after] =
    entry.duration_ms === null ? [LONGEST_REQUEST_MS, LONGEST_REQUEST_MS] : [entry.duration_ms, 0]
  const ms = event.at.getTime() - entry.at.getTime()
  return ms >= -before - SKEW_MS && ms <= after + SKEW_MS
}

/** Requests that are not in the trail yet. One that its event has put there is not put there again. */
export const newRequests = (requests: readonly AuditEntry[], known: readonly Trace[]): AuditEntry[] =>
  requests.filter((request) => !known.some((entry) => entry.status === null && isWithin(entry, request)))

/** Events of requests that are not in the trail yet: of each request the first. */
export function newEvents<E extends AuditEntry>(events: readonly E[], known: readonly Trace[]): E[] {
  const fresh: E[] = []
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (![...known, ...fresh].some((entry) => isWithin(event, entry))) fresh.push(event)
  }
  return fresh
}
