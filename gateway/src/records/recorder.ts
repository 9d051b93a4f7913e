import { setTimeout as delay } from 'node:timers/promises'
import {
  type Broker,
  Counter,
  createPublisher,
  Gauge,
  type Logger,
  type Metrics,
  startPeriodicJob,
} from '@usher/service-kit'
import type { Report } from '../http/exchange.ts'
import { RecordBatch } from './record-batch.ts'
import { requestRecordOf } from './request-record.ts'

/** How long records are gathered before they are published, in ms. */
const PUBLISH_EVERY_MS = 2_000
/** Longest time a stopping gateway waits for the broker, in ms. */
const LAST_PUBLISH_MS = 3_000
/** Most entries in memory while the broker is away: at about 1 kB each, a tenth of the chart's memory. */
const MAX_WAITING = 50_000

interface RecorderOptions {
  readonly broker: Broker
  readonly log: Logger
  readonly metrics: Metrics
  readonly maxWaiting?: number | undefined
}

export interface Recorder extends AsyncDisposable {
  /** Records a finished exchange. */
  readonly record: Report
}

/**
 * Records the requests of organisations: gathers them in memory and publishes them as events. With the broker down
 * they wait; beyond a bound the oldest are kept, the rest is only counted as lost, and no request is refused. What a gateway
 * has in memory ends with it if it is killed, or stopped with the broker down.
 */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { broker, log, maxWaiting = MAX_WAITING } = options
  const publisher = await createPublisher(broker, { mandatory: true })
  /** Oldest first; the last is being filled. */
  const batches = [new RecordBatch()]
  const sum = (of: (batch: RecordBatch) => number) => batches.reduce((total, batch) => total + of(batch), 0)
  /**
   * An organisation may have as many entries as there is room left, so that one alone cannot take the room of others
   * (dynamic thresholds; Choudhury and Hahne, 1998).
   */
  const hasRoom = (organizationId: string) =>
    sum((batch) => batch.entriesOf(organizationId)) < maxWaiting - sum(({ entries }) => entries)
  const metrics = createRecordMetrics(options.metrics, () => sum(({ requests }) => requests))
  let isLosing = false

  const publishAll = async () => {
    for (let first = batches[0]; first && !first.isEmpty && publisher.isReady(); first = batches[0]) {
      if (batches.length === 1) batches.push(new RecordBatch())
      await publisher.publish(first.events())
      batches.shift()
      metrics.published.inc(first.requests)
      isLosing = false
    }
  }
  const job = startPeriodicJob('request-records', PUBLISH_EVERY_MS, log, publishAll)
  return {
    record(exchange) {
      const record = requestRecordOf(exchange, new Date())
      const last = batches.at(-1)
      if (!record || !last) return
      if (hasRoom(record.organization_id)) {
        last.add(record)
        if (last.isFull) batches.push(new RecordBatch())
        return
      }
      if (!isLosing) log.error({ maxWaiting }, 'the broker is away; requests are not recorded, but counted')
      isLosing = true
      metrics.dropped.inc()
      last.lose(record)
    },
    async [Symbol.asyncDispose]() {
      const finish = job[Symbol.asyncDispose]().then(publishAll)
      const limit = delay(LAST_PUBLISH_MS, undefined, { ref: false })
      await Promise.race([finish, limit]).catch((err) =>
        log.warn({ err }, 'records of requests were refused'),
      )
      const requests = sum((batch) => batch.requests)
      if (requests > 0) log.error({ requests }, 'the broker is away; the last requests are not recorded')
    },
  }
}

/**
 * Metrics of request records.
 *
 * @param waiting returns the number of records that the broker has not confirmed
 */
function createRecordMetrics({ registry }: Metrics, waiting: () => number) {
  new Gauge({
    name: 'usher_request_records_waiting',
    help: 'Records of requests that the broker has not confirmed',
    registers: [registry],
    collect() {
      this.set(waiting())
    },
  })
  const published = new Counter({
    name: 'usher_request_records_published_total',
    help: 'Records of requests that the broker has confirmed',
    registers: [registry],
  })
  const dropped = new Counter({
    name: 'usher_request_records_dropped_total',
    help: 'Records of requests that were lost because too many waited for the broker',
    registers: [registry],
  })
  return { published, dropped }
}
