import { setImmediate } from 'node:timers/promises'
import { type CloudEvent, eventQueue, requestsRecorded } from '@usher/contracts'
import { inTransaction, PermanentError, recordInInbox } from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import { type LoggedRequest, logOf } from '../request-log/logged-request.ts'
import { countRequests } from './count.ts'
import type { ReportedLoss } from './loss-store.ts'

/** Time limit for a batch of events, including retries, in ms. */
const APPLY_MS = 20_000

/** Inbox id of this consumer: others in the service record the same events. */
const inboxId = ({ id }: CloudEvent): string => `usage:${id}`

/** Each event has up to a thousand records, and a batch is in memory at once. */
const MAX_EVENTS = 16

/** The consumer that counts and logs the requests that gateways report. */
export const usageConsumer = (context: ServiceContext) => ({
  ...eventQueue('accounts.usage'),
  prefetch: MAX_EVENTS,
  handle: (events: readonly CloudEvent[]) => countBatch(context, events),
})

/**
 * Logs and counts the requests in a batch of events. Counts, losses and inbox commit together, so a
 * redelivered event is counted once. The log needs no inbox: the same event produces the same entries.
 *
 * @throws PermanentError for an event that violates its contract
 */
async function countBatch(
  { connection, inbox, usage, usageLosses, requestLog }: ServiceContext,
  events: readonly CloudEvent[],
): Promise<void> {
  const batch = new Map<string, ReturnType<typeof readRecorded>>()
  const log: LoggedRequest[] = []
  for (const event of events) {
    const recorded = readRecorded(event)
    batch.set(inboxId(event), recorded)
    log.push(...logOf(recorded))
    // A thousand records block the event loop for some ms, so yield in between.
    await setImmediate()
  }
  await requestLog.add(log)
  await inTransaction(
    connection,
    async (session) => {
      const fresh = await recordInInbox(inbox, [...batch.keys()], session)
      const recorded = [...fresh].flatMap((id) => batch.get(id) ?? [])
      await usage.add(countRequests(recorded), session)
      await usageLosses.add(recorded.flatMap(lossOf), session)
    },
    { timeoutMS: APPLY_MS },
  )
}

function readRecorded({ id, organizationid, data }: CloudEvent) {
  const result = requestsRecorded.data.safeParse(data)
  if (!result.success) throw new PermanentError(`event ${id} is not as its contract says`)
  return { eventId: id, organizationId: organizationid, ...result.data }
}

const lossOf = ({ eventId, organizationId, lost }: ReturnType<typeof readRecorded>): ReportedLoss[] =>
  lost ? [{ eventId, organizationId, lost }] : []
