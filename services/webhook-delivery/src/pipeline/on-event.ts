import type { CloudEvent } from '@usher/contracts'
import type { BatchFacts } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { type EndpointRecord, isSubscribed } from '../endpoints/endpoint.ts'
import { type DeliveryRecord, missedDelivery, newDelivery } from '../log/delivery.ts'
import type { ClaimedDelivery } from '../log/delivery-store.ts'
import { claimEnd, newClaim } from './claims.ts'
import type { Dispatcher } from './dispatcher.ts'
import { createEndpointFinder } from './endpoint-finder.ts'
import { laneFactsOf } from './job.ts'
import type { EventPosition } from './passed-event-store.ts'
import { createRecording, type Recording } from './recording.ts'

/**
 * How long an event waits for its attempts, in ms; deliveries still being attempted are then written as
 * pending.
 */
const PATIENCE_MS = 250

/** Number of recent events to remember, since a publisher may publish one twice. */
const REMEMBERED = 20_000

/** An event and an endpoint that may receive it. */
interface Pair {
  readonly event: CloudEvent
  readonly endpoint: EndpointRecord
  /** When the event arrived. */
  readonly now: Date
}

/**
 * Creates one delivery per endpoint that subscribes to an event. If the endpoint usually responds at once,
 * the delivery is attempted first and written with its result; otherwise it is written first. The event is
 * acknowledged once all its deliveries are written.
 */
export function createEventHandler(ctx: WebhookContext, dispatcher: Dispatcher) {
  const { lanes } = dispatcher
  const writers = { writeRecord: dispatcher.writeLater, writeResult: dispatcher.writeResult }
  const findTaking = createEndpointFinder(ctx)
  /** Deliveries being attempted here before they are written, by id. */
  const unwritten = new Map<string, Recording>()

  const attemptFirst = ({ event, endpoint, now }: Pair, lost: AbortSignal): Recording => {
    const facts = { claim: newClaim(), dueAt: claimEnd(now), now }
    const record = newDelivery(event, endpoint, facts) as DeliveryRecord & ClaimedDelivery
    const recording = createRecording(record, writers)
    const { _id } = record
    unwritten.set(_id, recording)
    const forget = () => unwritten.delete(_id)
    recording.kept.then(forget, forget)
    lanes.add(laneFactsOf(record, endpoint), {
      delivery: record,
      endpoint,
      endpointReadAt: now,
      first: { recording, lost },
    })
    return recording
  }

  const writeFirst = async ({ event, endpoint, now }: Pair): Promise<void> => {
    const claimed = endpoint.ordering === 'none' && lanes.room(endpoint._id) > 0
    const facts = claimed
      ? { claim: newClaim(), dueAt: claimEnd(now), now }
      : { claim: null, dueAt: now, now }
    const record = newDelivery(event, endpoint, facts)
    const mine = unwritten.get(record._id)
    if (mine) {
      mine.keep()
      return await mine.kept
    }
    // Deliveries left to the sweep can wait and share a batch with those already sent.
    const isAwaited = claimed || record.ordered
    const isNew = await (isAwaited ? dispatcher.writeRecord : dispatcher.writeLater)(record)
    if (!isNew) return
    if (!isAwaited) dispatcher.sweepSoon()
    if (!isClaimed(record)) return
    lanes.add(laneFactsOf(record, endpoint), { delivery: record, endpoint, endpointReadAt: now })
  }

  const keepMissed = async ({ event, endpoint, now }: Pair): Promise<void> => {
    await dispatcher.writeLater(missedDelivery(event, endpoint, now))
  }

  const recent = createRecent()

  /** Starts the delivery of an event to an endpoint; `kept` resolves once it is written. */
  const begin = (pair: Pair, isRepeated: boolean, lost: AbortSignal) => {
    if (!pair.endpoint.enabled) return { kept: keepMissed(pair) }
    const isFirst = !isRepeated && isAttemptedFirst(pair.endpoint, lanes.isQuick(pair.endpoint._id))
    return isFirst ? attemptFirst(pair, lost) : { kept: writeFirst(pair) }
  }

  return async (events: readonly CloudEvent[], { repeated, lost }: BatchFacts): Promise<void> => {
    // Read the clock before any lookup: deliveries keep the order in which their events arrived.
    const now = ctx.clock.now()
    const candidates = await Promise.all(events.map(findTaking))
    const pairs: Pair[] = []
    const begun: (Pick<Recording, 'kept'> & Partial<Recording>)[] = []
    for (const [i, event] of events.entries()) {
      const isRepeated = !recent.add(event.id) || repeated.has(event.id)
      for (const endpoint of candidates[i] ?? []) {
        const pair = { event, endpoint, now }
        pairs.push(pair)
        if (isSubscribed(endpoint, event)) begun.push(begin(pair, isRepeated, lost))
      }
    }
    const timer = setTimeout(() => {
      for (const one of begun) one.keep?.()
    }, PATIENCE_MS)
    await Promise.all(begun.map(({ kept }) => kept)).finally(() => clearTimeout(timer))
    await passOrdered(ctx, dispatcher, pairs)
  }
}

/** A bounded set of recent ids; `add` returns whether the id is new. */
function createRecent() {
  const known = new Set<string>()
  return {
    add(id: string): boolean {
      if (known.has(id)) return false
      known.add(id)
      const [oldest] = known
      if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest)
      return true
    },
  }
}

/** Ordered and rate-limited deliveries wait in the database, so they are written first. */
const isAttemptedFirst = ({ ordering, rate_limit_per_second }: EndpointRecord, isQuick: boolean): boolean =>
  isQuick && ordering === 'none' && rate_limit_per_second === null

const isClaimed = (delivery: DeliveryRecord): delivery is DeliveryRecord & ClaimedDelivery =>
  delivery.claim !== null

/** Once the deliveries are written, marks these events as passed for endpoints with ordered deliveries. */
async function passOrdered(
  { passed, clock }: WebhookContext,
  dispatcher: Dispatcher,
  pairs: readonly Pair[],
): Promise<void> {
  const ordered = pairs.filter(({ endpoint }) => endpoint.ordering === 'resource')
  if (ordered.length === 0) return
  const positions = ordered.map(
    ({ event: { subject, sequence }, endpoint }): EventPosition => ({
      webhookId: endpoint._id,
      subject,
      sequence,
    }),
  )
  await passed.add(positions, clock.now())
  for (const id of new Set(positions.map(({ webhookId }) => webhookId))) dispatcher.advance(id)
}
