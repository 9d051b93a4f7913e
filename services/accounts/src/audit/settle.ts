import { inTransaction, type Job, type Logger, startDueJob } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { appendEntries } from './append.ts'
import type { PendingEvent } from './audit-store.ts'
import { isWithin, newEvents } from './recognise.ts'
import { entryOfPending, type RecordContext, SETTLING_MS } from './record-events.ts'

const CHUNK = 500

/** Maximum interval between runs, in ms: each event is seen before it is due, whichever replica stored it. */
const MAX_INTERVAL_MS = SETTLING_MS / 2

/** Minimum interval between runs, in ms: events due by then share a transaction. */
const MIN_INTERVAL_MS = 5_000

/** Dependencies of settling. */
type SettleContext = Omit<RecordContext, 'inbox'> & { readonly log: Logger }

/** Settles pending events when they are due; see {@link settlePending}. */
export const startSettling = (context: SettleContext): Job =>
  startDueJob('audit', { ...context, sweepMs: MAX_INTERVAL_MS }, async () => {
    const now = context.clock.now()
    await settlePending(context)
    const next = await context.audit.nextDue()
    return next && new Date(Math.max(next.getTime(), now.getTime() + MIN_INTERVAL_MS))
  })

/**
 * Adds requests to the trail from their events if the gateway's record has not come in time, for example
 * because it was killed. Replicas may do this concurrently: the later one finds nothing left.
 */
async function settlePending(context: SettleContext): Promise<void> {
  for (;;) {
    const due = await context.audit.duePending(context.clock.now(), CHUNK)
    for (const [organizationId, ofOne] of Map.groupBy(due, (event) => event.organization_id)) {
      await inTransaction(context.connection, (session) =>
        settleWithin(session, context, organizationId, ofOne),
      )
    }
    if (due.length < CHUNK) return
  }
}

async function settleWithin(
  session: ClientSession,
  context: SettleContext,
  organizationId: string,
  due: readonly PendingEvent[],
): Promise<void> {
  const { audit } = context
  const end = await audit.lockHead(organizationId, session)
  const requestIds = [...new Set(due.map(({ request_id }) => request_id))]
  const known = await audit.traces(organizationId, requestIds, session)
  // Other events of these requests are not due yet; settle them too, so that they make no record of their own
  // later.
  const waiting = await audit.pendingOf(organizationId, requestIds, session)
  const isDue = (event: PendingEvent) => due.some(({ _id }) => _id === event._id)
  const added = newEvents(waiting.filter(isDue), known)
  const settled = waiting.filter((event) => [...known, ...added].some((entry) => isWithin(event, entry)))
  await audit.removePending(
    settled.map(({ _id }) => _id),
    session,
  )
  await appendEntries(context, end, added.map(entryOfPending), session)
}
