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
import type { Place } from './passed-event-store.ts'
import { createRecording, type Recording } from './recording.ts'

/** Milliseconds that an event waits for the ends of its attempts; what is not over then is written as pending. */
const PATIENCE_MS = 250

/** Events that are remembered, since whoever published them may do so again. */
const REMEMBERED = 20_000

/** An event on its way to an endpoint. */
interface Pair {
  readonly event: CloudEvent
  readonly endpoint: EndpointRecord
  /** When the event came. */
  readonly now: Date
}

/**
 * Makes one delivery for each endpoint that takes an event. Where an answer is to be expected at once it is
 * attempted first and written with its result; elsewhere it is written first. The event is done when all its
 * deliveries are written.
 */
export function createEventHandler(ctx: WebhookContext, dispatcher: Dispatcher) {
  const { lanes } = dispatcher
  const writers = { writeRecord: dispatcher.writeLater, writeResult: dispatcher.writeResult }
  const findTaking = createEndpointFinder(ctx)
  /** Deliveries that are attempted here before they are written, by identifier. */
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
    // What is left to the sweep is in no hurry, and is written with what the quick endpoints have been sent.
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

  /** Puts an event on its way to an endpoint; resolves once the delivery is written. */
  const begin = (pair: Pair, isRepeated: boolean, lost: AbortSignal) => {
    if (!pair.endpoint.enabled) return { kept: keepMissed(pair) }
    const isFirst = !isRepeated && isAttemptedFirst(pair.endpoint, lanes.isQuick(pair.endpoint._id))
    return isFirst ? attemptFirst(pair, lost) : { kept: writeFirst(pair) }
  }

  return async (events: readonly CloudEvent[], { repeated, lost }: BatchFacts): Promise<void> => {
    // As of their arrival: the order of deliveries is that of their events.
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

/** Remembers what it was given lately; `add` tells whether that is new. */
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

/** Ordered deliveries wait for each other, and paced ones for their slots: in the database. */
const isAttemptedFirst = ({ ordering, rate_limit_per_second }: EndpointRecord, isQuick: boolean): boolean =>
  isQuick && ordering === 'none' && rate_limit_per_second === null

const isClaimed = (delivery: DeliveryRecord): delivery is DeliveryRecord & ClaimedDelivery =>
  delivery.claim !== null

/** Tells, once the deliveries are written, that endpoints with ordered ones have been given these events. */
async function passOrdered(
  { passed, clock }: WebhookContext,
  dispatcher: Dispatcher,
  pairs: readonly Pair[],
): Promise<void> {
  const ordered = pairs.filter(({ endpoint }) => endpoint.ordering === 'resource')
  if (ordered.length === 0) return
  const places = ordered.map(
    ({ event: { subject, sequence }, endpoint }): Place => ({ webhookId: endpoint._id, subject, sequence }),
  )
  await passed.add(places, clock.now())
  for (const id of new Set(places.map(({ webhookId }) => webhookId))) dispatcher.advance(id)
}
