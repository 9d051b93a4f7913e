import type { WebhookContext } from '../context.ts'
import { Lanes } from '../pacing/lanes.ts'
import { createRateGate } from '../pacing/rate-gate.ts'
import { createSender, type Sender } from '../sending/sender.ts'
import { createAttempt } from './attempt.ts'
import { createDeliveryMetrics } from './delivery-metrics.ts'
import type { Job } from './job.ts'
import { oneAtATime } from './ordering.ts'
import {
  createRecordWriter,
  createResultWriter,
  type WriteRecord,
  type WriteResult,
} from './result-writer.ts'
import { startSweep, sweepOrdered } from './sweep.ts'

/** Milliseconds for which a delivery waits for others, to be written with them. */
const GATHER_MS = 15

/** Milliseconds that attempts under way are given when the process stops; it has 10 s in all. */
const DRAIN_MS = 7_000

export interface Dispatcher extends AsyncDisposable {
  readonly lanes: Lanes<Job>
  /** Writes a delivery at once, since somebody waits for it. */
  readonly writeRecord: WriteRecord
  /** Writes one for which nobody waits, together with others. */
  readonly writeLater: WriteRecord
  readonly writeResult: WriteResult
  /** Takes up what is next of an endpoint with ordered deliveries. */
  advance(webhookId: string): void
  readonly sender: Sender
  /** Takes up what is due; resolves once all of it has been handed to the lanes. */
  sweep(): Promise<void>
  /** Has what was left to the sweep taken up within a second. */
  sweepSoon(): void
}

/**
 * Attempts deliveries: those handed to its lanes, and those that a sweep finds due. Disposing
 * finishes what is under way and gives the rest back.
 */
export function startDispatcher(ctx: WebhookContext): Dispatcher {
  const stopping = new AbortController()
  const sender = createSender(ctx)
  const { deliveries, log, rates, clock } = ctx
  const writers = { deliveries, log, stopping: stopping.signal }
  const writeResult = createResultWriter(writers)
  const metrics = createDeliveryMetrics(ctx.metrics, () => lanes)
  const advance = oneAtATime((webhookId) =>
    sweepOrdered(ctx, lanes, webhookId).catch((err) => {
      log.warn({ err, webhookId }, 'ordered deliveries could not be taken up; the next sweep does it')
    }),
  )
  const lanes: Lanes<Job> = new Lanes({
    run: createAttempt(ctx, { sender, writeResult, metrics, advance, sweepSoon: () => sweep.pokeSoon() }),
    onRoom: () => void sweep.poke(),
    now: () => clock.now().getTime(),
    createGate: ({ name, ratePerSecond }, onOpen) =>
      createRateGate({
        ratePerSecond,
        onOpen,
        reserve: (count) => rates.reserve(name, ratePerSecond, count),
      }),
  })
  const sweep = startSweep(ctx, lanes)
  return {
    lanes,
    writeRecord: createRecordWriter(writers, 0),
    writeLater: createRecordWriter(writers, GATHER_MS),
    writeResult,
    advance,
    sender,
    sweep: sweep.poke,
    sweepSoon: sweep.pokeSoon,
    async [Symbol.asyncDispose]() {
      await sweep[Symbol.asyncDispose]()
      await giveBack(ctx, lanes)
      await withinDrainTime(lanes.idle())
      stopping.abort()
      await sender.stop()
      await lanes.idle()
    },
  }
}

async function giveBack({ deliveries, clock, log }: WebhookContext, lanes: Lanes<Job>): Promise<void> {
  const claimed = lanes.clear().map(({ delivery }) => delivery)
  await deliveries.release(claimed, clock.now()).catch((err) => {
    log.warn({ err }, 'claims could not be given back; they run out by themselves')
  })
}

async function withinDrainTime(work: Promise<void>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, DRAIN_MS)
  await Promise.race([work, timeout])
  clearTimeout(timer)
}
