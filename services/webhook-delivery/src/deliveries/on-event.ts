import type { CloudEvent } from '@usher/contracts'
import { type InboxModel, newId, recordInInbox } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { WebhookContext } from '../context.ts'
import { isSubscribed } from '../endpoints/endpoint.ts'
import { claimEnd, newClaim } from './claims.ts'
import { type DeliveryRecord, missedDelivery, newDelivery } from './delivery.ts'
import type { ClaimedDelivery } from './delivery-store.ts'
import type { Job } from './job.ts'
import type { Lanes } from './lanes.ts'

/** Longest time that recording a batch of events may take, repetitions included. */
const RECORD_MS = 10_000

/**
 * Makes one delivery for each endpoint that takes an event and attempts them at once. The deliveries and
 * the inbox commit together, so an event that the broker delivers twice reaches each endpoint as one delivery.
 */
export function createEventHandler(ctx: WebhookContext, inbox: InboxModel, lanes: Lanes<Job>) {
  return async (events: readonly CloudEvent[]): Promise<void> => {
    const jobs = await ctx.connection.getClient().withSession((session) =>
      session.withTransaction(() => recordDeliveries(ctx, inbox, lanes, { events, session }), {
        timeoutMS: RECORD_MS,
      }),
    )
    for (const job of jobs) lanes.add(job.delivery.webhook_id, job)
  }
}

interface Batch {
  readonly events: readonly CloudEvent[]
  readonly session: ClientSession
}

/** Gives the deliveries that this process has claimed with their making: those it has room for. */
async function recordDeliveries(
  { endpoints, deliveries, clock }: WebhookContext,
  inbox: InboxModel,
  lanes: Lanes<Job>,
  { events, session }: Batch,
): Promise<Job[]> {
  const ids = events.map(({ id }) => id)
  const fresh = await recordInInbox(inbox, ids, session)
  const now = clock.now()
  const organizations = new Set(events.map(({ organizationid }) => organizationid))
  const candidates = await endpoints.findTaking([...organizations], now, session)
  const claims = createClaimer(lanes, now)
  const made = [...new Map(events.map((event) => [event.id, event])).values()]
    .filter(({ id }) => fresh.has(id))
    .flatMap((event) =>
      candidates
        .filter((endpoint) => endpoint.organization_id === event.organizationid)
        .filter((endpoint) => isSubscribed(endpoint, event))
        .map((endpoint) => {
          const facts = { id: newId('delivery'), webhookId: endpoint._id, now }
          const delivery = endpoint.enabled
            ? newDelivery(event, { ...facts, ...claims(endpoint._id) })
            : missedDelivery(event, facts)
          return { delivery, endpoint, endpointReadAt: now }
        }),
    )
  if (made.length > 0)
    await deliveries.insertMany(
      made.map(({ delivery }) => delivery),
      session,
    )
  return made.filter((job): job is typeof job & { delivery: ClaimedDelivery } => isClaimed(job.delivery))
}

const isClaimed = (delivery: DeliveryRecord): boolean => delivery.claim !== null

/** Claims deliveries as long as their lanes have room; the others are left to the sweep. */
function createClaimer(lanes: Lanes<Job>, now: Date) {
  const until = claimEnd(now)
  const room = new Map<string, number>()
  return (webhookId: string): { claim: string | null; dueAt: Date } => {
    const left = room.get(webhookId) ?? lanes.room(webhookId)
    room.set(webhookId, left - 1)
    return left > 0 ? { claim: newClaim(), dueAt: until } : { claim: null, dueAt: now }
  }
}
