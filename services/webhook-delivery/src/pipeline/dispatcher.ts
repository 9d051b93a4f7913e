import { coalesce, type Job, withinDrainTime } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { Lanes } from '../pacing/lanes.ts'
import { createRateGate } from '../pacing/rate-gate.ts'
import { createSender, impatient, type Sender } from '../sending/sender.ts'
import { createAttempt, type HeldDelivery } from './attempt.ts'
import { createDeliveryMetrics, registerBacklogMetrics } from './delivery-metrics.ts'
import { createResultWriter } from './result-writer.ts'
import { type Attempts, startSweep, takeDue } from './sweep.ts'

/** A run claims what is due of all endpoints; it ends once all of it has been taken on. */
export interface Dispatcher extends Attempts, Job {
  /** Claims and attempts what is due of an endpoint, as far as there is room. Never rejects. */
  takeDue(webhookId: string): Promise<void>
  /** Attempts what is due and waits for the results. For tests. */
  drain(): Promise<void>
  readonly sender: Sender
}

/**
 * Attempts claimed deliveries, as many at a time as each endpoint takes, and claims those that become due. Disposing
 * finishes the attempts in flight and releases the rest.
 */
export function startDispatcher(ctx: WebhookContext): Dispatcher {
  const { deliveries, log, rates, clock } = ctx
  const stopping = new AbortController()
  const sender = clock.due ? impatient(createSender(ctx), clock.due) : createSender(ctx)
  const writeResult = createResultWriter({ deliveries, log, stopping: stopping.signal })
  registerBacklogMetrics(ctx)
  const metrics = createDeliveryMetrics(ctx.metrics, () => lanes)
  const dueOf = coalesce(async (webhookId: string) => {
    await takeDue(ctx, dispatcher, webhookId).catch((err) => {
      log.warn({ err, webhookId }, 'due deliveries could not be claimed; the next sweep does it')
    })
  })
  const lanes = new Lanes<HeldDelivery>({
    run: createAttempt(ctx, { sender, writeResult, metrics, takeDue: dueOf }),
    giveBack: (held) => release(ctx, held),
    onRoom: (webhookId) => void dueOf(webhookId),
    now: () => clock.now().getTime(),
    createGate: ({ name, ratePerSecond }, onOpen) =>
      createRateGate({
        ratePerSecond,
        onOpen,
        reserve: (count) => rates.reserve(name, ratePerSecond, count),
      }),
    isUnlimited: clock.due !== undefined,
  })
  const dispatcher: Dispatcher = {
    room: (webhookId, endpoint) => lanes.room(webhookId, endpoint?.rate_limit_per_second),
    attempt(delivery, endpoint, readAt) {
      const facts = {
        name: delivery.webhook_id,
        organizationId: delivery.organization_id,
        ratePerSecond: endpoint?.rate_limit_per_second ?? null,
      }
      const ended = lanes.add(facts, { delivery, endpoint, endpointReadAt: readAt })
      clock.due?.background(ended)
      return ended
    },
    takeDue: dueOf,
    run: () => sweep.run(),
    async drain() {
      await sweep.run()
      await lanes.idle()
    },
    sender,
    async [Symbol.asyncDispose]() {
      await sweep[Symbol.asyncDispose]()
      await lanes.close()
      await withinDrainTime(lanes.idle())
      stopping.abort()
      await sender.stop()
      await lanes.idle()
    },
  }
  const sweep = startSweep(ctx, dueOf)
  return dispatcher
}

async function release(
  { deliveries, clock, log }: WebhookContext,
  held: readonly HeldDelivery[],
): Promise<void> {
  const claimed = held.map(({ delivery }) => delivery)
  await deliveries.release(claimed, clock.now()).catch((err) => {
    log.warn({ err }, 'claims could not be released; they expire by themselves')
  })
}
