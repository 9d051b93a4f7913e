import { type CloudEvent, requestsRecorded } from '@usher/contracts'
import { type Clock, type Inbox, inTransaction, PermanentError, recordInInbox } from '@usher/service-kit'
import type { ClientSession, Connection } from 'mongoose'
import { appendEntries, type Trail } from './append.ts'
import { type AuditEntry, entryOfEvent, entryOfLost, entryOfRequest } from './audit-record.ts'
import type { PendingEvent } from './audit-store.ts'
import { isWithin, newEvents, newRequests } from './recognise.ts'

/** How long to wait for the gateway's record of a request after its event, in ms. */
export const SETTLING_MS = 60_000

/** Time limit for recording, including retries, in ms. */
const RECORD_MS = 10_000

/** Maximum entries per transaction. */
const MAX_ENTRIES = 2_000

/** Actors whose requests do not pass through the gateway, so there is no record to wait for. */
const DIRECT_ACTORS: readonly string[] = ['operator', 'system', 'google_calendar']

export interface RecordContext extends Trail {
  readonly clock: Clock
  readonly connection: Connection
  readonly inbox: Inbox
}

/** What one event adds to the audit trail. */
interface Contribution {
  readonly eventId: string
  readonly organizationId: string
  readonly requests: readonly AuditEntry[]
  /** The entry of a domain event. */
  readonly event: AuditEntry | undefined
}

/** Adds events to the audit trail, in one transaction per organisation and batch. */
export const createAuditHandler = (context: RecordContext) => async (events: readonly CloudEvent[]) => {
  const relevant = events.map(contributionOf).filter(({ requests, event }) => requests.length > 0 || event)
  for (const [organizationId, ofOne] of Map.groupBy(relevant, (one) => one.organizationId)) {
    const unknown = await withoutAudited(context, organizationId, ofOne)
    for (const some of inTransactions(unknown)) await recordSome(context, organizationId, some)
  }
}

/** Removes events whose requests are already in the trail: nothing is left to do for them. */
async function withoutAudited(
  { audit }: RecordContext,
  organizationId: string,
  all: readonly Contribution[],
): Promise<readonly Contribution[]> {
  const requestIds = [...new Set(all.flatMap(({ event }) => event?.request_id ?? []))]
  if (requestIds.length === 0) return all
  const known = Map.groupBy(await audit.traces(organizationId, requestIds), ({ request_id }) => request_id)
  return all.filter(
    ({ event }) => !event || !known.get(event.request_id)?.some((entry) => isWithin(event, entry)),
  )
}

/** @throws PermanentError for an event that violates its contract */
function contributionOf(event: CloudEvent): Contribution {
  const common = { eventId: event.id, organizationId: event.organizationid }
  if (event.type !== requestsRecorded.type) return { ...common, requests: [], event: entryOfEvent(event) }
  const { data } = requestsRecorded.data.safeParse(event.data)
  if (data?.records.every(({ organization_id }) => organization_id === event.organizationid) !== true) {
    throw new PermanentError(`event ${event.id} is not a valid ${requestsRecorded.type}`)
  }
  const lost = data.lost && entryOfLost(data.lost, event.id)
  return {
    ...common,
    requests: [...data.records.flatMap((record) => entryOfRequest(record) ?? []), ...(lost ? [lost] : [])],
    event: undefined,
  }
}

function inTransactions(contributions: readonly Contribution[]): Contribution[][] {
  const parts: Contribution[][] = [[]]
  let size = 0
  for (const contribution of contributions) {
    size += contribution.requests.length + 1
    if (size > MAX_ENTRIES) {
      parts.push([])
      size = contribution.requests.length + 1
    }
    parts.at(-1)?.push(contribution)
  }
  return parts.filter((part) => part.length > 0)
}

const recordSome = (context: RecordContext, organizationId: string, some: readonly Contribution[]) =>
  inTransaction(context.connection, (session) => recordWithin(session, context, organizationId, some), {
    timeoutMS: RECORD_MS,
  })

async function recordWithin(
  session: ClientSession,
  context: RecordContext,
  organizationId: string,
  some: readonly Contribution[],
): Promise<void> {
  const { audit, inbox } = context
  const end = await audit.lockHead(organizationId, session)
  const fresh = await recordInInbox(inbox, [...new Set(some.map(inboxId))], session)
  const unseen = some.filter((one) => fresh.delete(inboxId(one)))
  if (unseen.length === 0) return
  const requestIds = [...new Set(unseen.flatMap(requestIdsOf))]
  const known = await audit.traces(organizationId, requestIds, session)
  const requests = newRequests(
    unseen.flatMap((one) => one.requests),
    known,
  )
  const waiting = await audit.pendingOf(organizationId, requestIds, session)
  const claimed = waiting.filter((event) => requests.some((request) => isWithin(event, request)))
  await audit.removePending(
    claimed.map(({ _id }) => _id),
    session,
  )
  const pending = pendingOf(unseen, context.clock.now()).filter(
    (event) => ![...known, ...requests].some((entry) => isWithin(event, entry)),
  )
  const isDirect = ({ actor }: AuditEntry) => DIRECT_ACTORS.includes(actor)
  await audit.addPending(
    pending.filter((event) => !isDirect(event)),
    session,
  )
  const direct = newEvents(pending.filter(isDirect), known).map(entryOfPending)
  await appendEntries(context, end, [...requests, ...direct], session)
}

/** Inbox id of this consumer: others in the service may record the same events. */
const inboxId = ({ eventId }: Contribution): string => `audit:${eventId}`

const requestIdsOf = ({ requests, event }: Contribution): string[] =>
  [...requests, ...(event ? [event] : [])].map(({ request_id }) => request_id)

const pendingOf = (some: readonly Contribution[], now: Date): PendingEvent[] =>
  some.flatMap(({ eventId, organizationId, event }) =>
    event
      ? [
          {
            ...event,
            _id: eventId,
            organization_id: organizationId,
            due_at: new Date(now.getTime() + SETTLING_MS),
          },
        ]
      : [],
  )

export const entryOfPending = ({ _id, organization_id, due_at, ...entry }: PendingEvent): AuditEntry => entry
