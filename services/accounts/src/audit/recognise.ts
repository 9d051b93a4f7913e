import type { AuditEntry } from './audit-record.ts'

/** Maximum clock skew between two hosts, in ms. */
const SKEW_MS = 5_000
/** How long after its event a request may end, if only the event is known, in ms. */
const MAX_REQUEST_MS = 60_000

/** Identifies the request of an entry. */
export type Trace = Pick<AuditEntry, 'request_id' | 'actor' | 'at' | 'duration_ms' | 'status'>

/** What an event says about its request. */
type EventTrace = Pick<AuditEntry, 'request_id' | 'actor' | 'at'>

/**
 * Whether an event happened within the request of an entry. The request id alone is not enough: clients may
 * choose it, and could hide an action by reusing one.
 */
export function isWithin(event: EventTrace, entry: Trace): boolean {
  if (event.request_id !== entry.request_id || event.actor !== entry.actor) return false
  const [before, after] =
    entry.duration_ms === null ? [MAX_REQUEST_MS, MAX_REQUEST_MS] : [entry.duration_ms, 0]
  const ms = event.at.getTime() - entry.at.getTime()
  return ms >= -before - SKEW_MS && ms <= after + SKEW_MS
}

/** Requests not in the trail yet. Leaves out those already added by their event. */
export const newRequests = (requests: readonly AuditEntry[], known: readonly Trace[]): AuditEntry[] =>
  requests.filter((request) => !known.some((entry) => entry.status === null && isWithin(entry, request)))

/** Events of requests not in the trail yet: the first of each request. */
export function newEvents<E extends AuditEntry>(events: readonly E[], known: readonly Trace[]): E[] {
  const fresh: E[] = []
  for (const event of events.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    if (![...known, ...fresh].some((entry) => isWithin(event, entry))) fresh.push(event)
  }
  return fresh
}
