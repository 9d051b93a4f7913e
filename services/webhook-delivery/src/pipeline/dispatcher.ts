import { type Job as Work, withinDrainTime } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import { type JobLanes, Lanes } from '../pacing/lanes.ts'
import { OpenLanes } from '../pacing/open-lanes.ts'
import { createRateGate } from '../pacing/rate-gate.ts'
import { impatient } from '../sending/impatient-sender.ts'
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

/** How long a delivery waits to be written together with others, in ms: in real time, and where a clock waits for it. */
const [GATHER_MS, CLOCK_GATHER_MS] = [15, 2]

/** A run claims due deliveries; it resolves once all are in the lanes. */
export interface Dispatcher extends Work {
  readonly lanes: JobLanes<Job>
  /** Writes a delivery at once, for a waiting caller. */
  readonly writeRecord: WriteRecord
  /** Writes a delivery in a batch, for callers that can wait. */
  readonly writeLater: WriteRecord
  readonly writeResult: WriteResult
  /** Attempts the next delivery of an endpoint with ordered deliveries. */
  advance(webhookId: string): void
  readonly sender: Sender
  /** Attempts due deliveries and waits for the results. For tests. */
  drain(): Promise<void>
  /** Sweeps within a second. */
  sweepSoon(): void
}

/**
 * Attempts deliveries that are added to its lanes or found due by a sweep. Disposing finishes the attempts in
 * flight and releases the rest.
 */
export function startDispatcher(ctx: WebhookContext): Dispatcher {
  const stopping = new AbortController()
  const { deliveries, log, rates, clock } = ctx
  const sender = clock.due ? impatient(createSender(ctx), clock.due) : createSender(ctx)
  const writers = { deliveries, log, stopping: stopping.signal }
  const writeResult = createResultWriter(writers)
  const metrics = createDeliveryMetrics(ctx.metrics, () => lanes)
  const advance = oneAtATime((webhookId) =>
    sweepOrdered(ctx, lanes, webhookId).catch((err) => {
      log.warn({ err, webhookId }, 'ordered deliveries could not be taken up; the next sweep does it')
    }),
  )
  const run = createAttempt(ctx, { sender, writeResult, metrics, advance, sweepSoon: () => sweep.pokeSoon() })
  const lanes: JobLanes<Job> = clock.due
    ? new OpenLanes(run, clock.due)
    : new Lanes({
        run,
        onRoom: () => void sweep.run(),
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
    writeLater: createRecordWriter(writers, clock.due ? CLOCK_GATHER_MS : GATHER_MS),
    writeResult,
    advance,
    sender,
    run: sweep.run,
    async drain() {
      await sweep.run()
      await lanes.idle()
    },
    sweepSoon: sweep.pokeSoon,
    async [Symbol.asyncDispose]() {
      await sweep[Symbol.asyncDispose]()
      await releaseWaiting(ctx, lanes)
      await withinDrainTime(lanes.idle())
      stopping.abort()
      await sender.stop()
      await lanes.idle()
    },
  }
}

async function releaseWaiting(
  { deliveries, clock, log }: WebhookContext,
  lanes: JobLanes<Job>,
): Promise<void> {
  const claimed = lanes.clear().map(({ delivery }) => delivery)
  await deliveries.release(claimed, clock.now()).catch((err) => {
    log.warn({ err }, 'claims could not be given back; they run out by themselves')
  })
}
