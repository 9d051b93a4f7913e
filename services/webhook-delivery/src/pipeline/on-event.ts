import type { CloudEvent } from '@usher/contracts'
import type { WebhookContext } from '../context.ts'
import { type EndpointRecord, isSubscribed } from '../endpoints/endpoint.ts'
import { type DeliveryRecord, missedDelivery, newDelivery } from '../log/delivery.ts'
import { type ClaimedDelivery, newClaim } from '../log/delivery-store.ts'
import type { Dispatcher } from './dispatcher.ts'

/** An event and an endpoint of its organisation. */
interface Pair {
  readonly event: CloudEvent
  readonly endpoint: EndpointRecord
}

/**
 * Creates one delivery per endpoint that subscribes to an event. The events are acknowledged once all deliveries are
 * written. Those that an endpoint has room for are claimed in the same write and attempted here; the rest waits in the
 * database.
 */
export function createEventHandler(ctx: WebhookContext, dispatcher: Dispatcher) {
  return async (events: readonly CloudEvent[]): Promise<void> => {
    // Read the clock before any lookup: deliveries keep the order in which their events arrived.
    const now = ctx.clock.now()
    const pairs = await pairsOf(ctx, events, now)
    // Streams are of real time.
    const recorded = ctx.testClocks ? undefined : ctx.recorder.record(events)
    await Promise.all([deliver(ctx, dispatcher, pairs, now), recorded])
    await passOrdered(ctx, dispatcher, pairs)
  }
}

async function pairsOf(
  { endpoints }: WebhookContext,
  events: readonly CloudEvent[],
  now: Date,
): Promise<Pair[]> {
  const organizations = new Set(events.map(({ organizationid }) => organizationid))
  const found = await endpoints.findTaking([...organizations], now)
  const byOrganization = Map.groupBy(found, ({ organization_id }) => organization_id)
  return events.flatMap((event) =>
    (byOrganization.get(event.organizationid) ?? []).map((endpoint) => ({ event, endpoint })),
  )
}

/** Writes the deliveries and attempts those claimed. An event that comes again finds its deliveries written. */
async function deliver(
  { deliveries, versions }: WebhookContext,
  dispatcher: Dispatcher,
  pairs: readonly Pair[],
  now: Date,
): Promise<void> {
  const { claim, until } = newClaim(now)
  const hasRoom = roomCounter(dispatcher)
  const subscribed = pairs.filter(({ event, endpoint }) => isSubscribed(endpoint, event))
  const records = subscribed.map(({ event, endpoint }) => {
    if (!endpoint.enabled) return missedDelivery(event, endpoint, { now, versions })
    const claiming = hasRoom(endpoint) ? { claim, dueAt: until } : { claim: null, dueAt: now }
    return newDelivery(event, endpoint, { ...claiming, now, versions })
  })
  if (records.length === 0) return
  const isNew = await deliveries.insertNew(records)
  const left = new Set<string>()
  for (const [index, delivery] of records.entries()) {
    if (!isNew[index]) continue
    if (isClaimed(delivery)) void dispatcher.attempt(delivery, subscribed[index]?.endpoint, now)
    else if (delivery.status === 'pending' && !delivery.ordered) left.add(delivery.webhook_id)
  }
  for (const webhookId of left) void dispatcher.takeDue(webhookId)
}

/** Counts down the room of endpoints. Ordered deliveries always wait in the database for their turn. */
function roomCounter(dispatcher: Dispatcher): (endpoint: EndpointRecord) => boolean {
  const rooms = new Map<string, number>()
  return (endpoint) => {
    if (endpoint.ordering !== 'none') return false
    const room = rooms.get(endpoint._id) ?? dispatcher.room(endpoint._id, endpoint)
    rooms.set(endpoint._id, room - 1)
    return room > 0
  }
}

const isClaimed = (delivery: DeliveryRecord): delivery is DeliveryRecord & ClaimedDelivery =>
  delivery.claim !== null

/** Once the deliveries are written, marks these events as passed for endpoints with ordered deliveries. */
async function passOrdered(
  { passed, clock }: WebhookContext,
  dispatcher: Dispatcher,
  pairs: readonly Pair[],
): Promise<void> {
  const ordered = pairs.filter(({ endpoint }) => endpoint.ordering === 'resource')
  const positions = ordered.map(({ event: { subject, sequence }, endpoint }) => ({
    webhookId: endpoint._id,
    subject,
    sequence,
  }))
  await passed.add(positions, clock.now())
  for (const webhookId of new Set(positions.map(({ webhookId }) => webhookId)))
    void dispatcher.takeDue(webhookId)
}
