import { HOUR_MS } from '@usher/service-kit/durations'
import type { Expected, QueueState } from '../queue-state/queue-state.ts'
import type { ExpectedStore } from '../records/expected-store.ts'
import type { QueueRecord } from '../records/queue-record.ts'

/** Bookings that began longer ago are not expected any more. */
const PAST_MS = 12 * HOUR_MS

/** How far ahead bookings are read, and when the next part is. */
const AHEAD_MS = 36 * HOUR_MS
const AT_LEAST_AHEAD_MS = 24 * HOUR_MS

/** Events about bookings that begin later than this do not change a line yet: it reads them in time. */
export const isWithinLine = (start: Date, now: Date): boolean =>
  Math.abs(start.getTime() - now.getTime()) < AHEAD_MS

/** Whether a state has the bookings that its queue expects for the next day, if any. */
export function hasExpected({ queue, expected }: QueueState, now: Date): boolean {
  if (!queue.bookings) return true
  return (
    expected !== undefined &&
    expected.until - now.getTime() > AT_LEAST_AHEAD_MS &&
    expected.serviceTypeIds.join() === queue.bookings.service_type_ids.join()
  )
}

/** The bookings that a queue expects now. */
export async function loadExpected(
  store: ExpectedStore,
  { organization_id, bookings }: QueueRecord,
  now: Date,
): Promise<Expected | undefined> {
  if (!bookings) return undefined
  const { service_type_ids: serviceTypeIds } = bookings
  const until = now.getTime() + AHEAD_MS
  const span = { from: new Date(now.getTime() - PAST_MS), until: new Date(until) }
  return {
    bookings: await store.ofServiceTypes(organization_id, serviceTypeIds, span),
    serviceTypeIds,
    until,
  }
}
