import { type Logger, type Poller, startDuePoller } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { appendEntries } from './append.ts'
import type { PendingEvent } from './audit-store.ts'
import { isWithin, newEvents } from './recognise.ts'
import { entryOfPending, type RecordContext, SETTLING_MS } from './record-events.ts'

const CHUNK = 500

/** Longest time between two looks, in ms: so each sees every event, whichever replica keeps it, before it is due. */
const LOOK_MS = SETTLING_MS / 2

/** Shortest time from one look to the next, in ms: events that are due by then share a transaction. */
const TOGETHER_MS = 5_000

/** What settling needs of the audit trail. */
type SettleContext = Omit<RecordContext, 'inbox'>

/** Settles pending events when they are due; see {@link settlePending}. */
export const startSettling = (context: SettleContext, log: Logger): Poller =>
  startDuePoller('audit', { clock: context.clock, log, sweepMs: LOOK_MS }, async () => {
    const now = context.clock.now()
    await settlePending(context)
    const next = await context.audit.nextDue()
    return next && new Date(Math.max(next.getTime(), now.getTime() + TOGETHER_MS))
  })

/**
 * Puts requests into the trail whose record by the gateway has not come in time (it was killed, say): what
 * their events tell of them. Several replicas may do it at once: whoever comes second finds nothing left.
 */
async function settlePending(context: SettleContext): Promise<void> {
  for (;;) {
    const due = await context.audit.duePending(context.clock.now(), CHUNK)
    for (const [organizationId, ofOne] of Map.groupBy(due, (event) => event.organization_id)) {
      await context.connection.transaction((session) => settleWithin(session, context, organizationId, ofOne))
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
  // Others of these requests are not due yet, and must not make a record of their own later.
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
