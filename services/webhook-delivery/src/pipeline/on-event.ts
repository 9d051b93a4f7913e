import type { CloudEvent } from '@usher/contracts'
import type { BatchFacts } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { isSubscribed } from '../endpoints/endpoint.ts'
import { type Begun, createBeginDelivery, type Pair } from './begin-delivery.ts'
import type { Dispatcher } from './dispatcher.ts'
import { createEndpointFinder } from './endpoint-finder.ts'
import type { EventPosition } from './passed-event-store.ts'

/**
 * How long an event waits for its attempts, in ms; deliveries still being attempted are then written as
 * pending.
 */
const PATIENCE_MS = 250

/** Number of recent events to remember, since a publisher may publish one twice. */
const REMEMBERED = 20_000

/**
 * Creates one delivery per endpoint that subscribes to an event. The event is acknowledged once all its deliveries
 * are written.
 */
export function createEventHandler(ctx: WebhookContext, dispatcher: Dispatcher) {
  const begin = createBeginDelivery(dispatcher, ctx.versions)
  const findTaking = createEndpointFinder(ctx)
  const recent = createRecent()

  return async (events: readonly CloudEvent[], { repeated, lost }: BatchFacts): Promise<void> => {
    // Read the clock before any lookup: deliveries keep the order in which their events arrived.
    const now = ctx.clock.now()
    const candidates = await Promise.all(events.map(findTaking))
    const pairs: Pair[] = []
    const begun: Begun[] = []
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
    const kept = begun.map(({ kept }) => kept)
    // Streams are of real time.
    const recorded = ctx.testClocks ? undefined : ctx.recorder.record(events)
    await Promise.all([...kept, recorded]).finally(() => clearTimeout(timer))
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
