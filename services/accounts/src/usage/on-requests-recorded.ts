import { setImmediate } from 'node:timers/promises'
import { type CloudEvent, requestsRecorded } from '@usher/contracts'
import {
  type ConsumerOptions,
  type InboxModel,
  type Logger,
  PermanentError,
  recordInInbox,
} from '@usher/service-kit'
import type { AccountsContext } from '../context.ts'
import { type LoggedRequest, logOf } from '../request-log/logged-request.ts'
import { countRequests } from './count.ts'
import type { ToldLoss } from './loss-store.ts'

/** Longest time that a batch of events may take, repetitions included. */
const APPLY_MS = 20_000

/** Of this consumer in the inbox of the service, where others note the same events. */
const inboxId = ({ id }: CloudEvent): string => `usage:${id}`

/** Each event has up to a thousand records, and those of a batch are in memory together. */
const MOST_EVENTS = 16

/** The consumer that counts the requests that gateways tell of, and logs those they tell of singly. */
export const usageConsumer = (context: AccountsContext, inbox: InboxModel, log: Logger): ConsumerOptions => ({
  queue: 'accounts.usage',
  events: [requestsRecorded],
  prefetch: MOST_EVENTS,
  handle: (events) => countBatch(context, inbox, events),
  log,
})

/**
 * Logs and counts the requests of a batch of events. The counts, the losses and the inbox commit together, so that an event that
 * comes twice is counted once; the log needs no inbox, as the same event brings the same entries.
 *
 * @throws PermanentError for an event that is not of its contract
 */
async function countBatch(
  { connection, usage, usageLosses, requestLog }: AccountsContext,
  inbox: InboxModel,
  events: readonly CloudEvent[],
): Promise<void> {
  const batch = new Map<string, ReturnType<typeof readRecorded>>()
  const log: LoggedRequest[] = []
  for (const event of events) {
    const recorded = readRecorded(event)
    batch.set(inboxId(event), recorded)
    log.push(...logOf(recorded))
    // A thousand records take some milliseconds, in which no request is answered.
    await setImmediate()
  }
  await requestLog.add(log)
  await connection.getClient().withSession((session) =>
    session.withTransaction(
      async () => {
        const fresh = await recordInInbox(inbox, [...batch.keys()], session)
        const recorded = [...fresh].flatMap((id) => batch.get(id) ?? [])
        await usage.add(countRequests(recorded), session)
        await usageLosses.add(recorded.flatMap(lossOf), session)
      },
      { timeoutMS: APPLY_MS },
    ),
  )
}

function readRecorded({ id, organizationid, data }: CloudEvent) {
  const result = requestsRecorded.data.safeParse(data)
  if (!result.success) throw new PermanentError(`event ${id} is not as its contract says`)
  return { eventId: id, organizationId: organizationid, ...result.data }
}

const lossOf = ({ eventId, organizationId, lost }: ReturnType<typeof readRecorded>): ToldLoss[] =>
  lost ? [{ eventId, organizationId, lost }] : []
