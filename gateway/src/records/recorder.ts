import { setTimeout as delay } from 'node:timers/promises'
import type { RequestRecord } from '@usher/contracts'
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
import { readLosses } from './loss-file.ts'
import { LossSpool } from './loss-spool.ts'
import { requestRecordOf } from './request-record.ts'
import type { Segment } from './segment.ts'
import { SegmentWriter } from './segment-writer.ts'
import { claimSpoolFolder } from './spool-folder.ts'
import { WaitingSegments } from './waiting-segments.ts'

/** How long records are batched, in ms. */
const CLOSE_EVERY_MS = 2_000
/** Longest time a stopping gateway waits for the broker, in ms; what is left stays on disk. */
const LAST_PUBLISH_MS = 3_000
/**
 * Most bytes waiting on disk: at about 350 bytes a request more than two million requests. On the chart's disk of 1
 * GiB this leaves room for the count of further losses.
 */
const MAX_WAITING_BYTES = 768 * 2 ** 20

interface RecorderOptions {
  /** Folder for waiting records; gateways on one machine may share it. */
  readonly spoolDir: string
  readonly broker: Broker
  readonly log: Logger
  readonly metrics: Metrics
  readonly spoolMaxBytes?: number | undefined
}

export interface Recorder extends AsyncDisposable {
  /** Records a finished exchange. */
  readonly record: Report
}

/**
 * Records the requests of organisations: first on disk, from there as events to the broker. With the broker down they
 * wait on disk; when that is full the oldest are kept, the rest is only counted, and no request is refused.
 */
export async function startRecorder(options: RecorderOptions): Promise<Recorder> {
  const { broker, log, spoolMaxBytes = MAX_WAITING_BYTES } = options
  const folder = await claimSpoolFolder(options.spoolDir, log)
  const publisher = await createPublisher(broker, { mandatory: true })
  const metrics = createRecordMetrics(options.metrics, () => waiting.records + writer.pending.records)
  const onPublished = (records: number) => metrics.published.inc(records)
  const lossOptions = { folder: folder.path, publisher, log }
  const losses = new LossSpool(lossOptions, await readLosses(folder.adoptedLosses, log))
  const waiting = new WaitingSegments({ publisher, log, onPublished }, folder.adopted)
  const onClosed = (segment: Segment) => waiting.add(segment)
  const onDropped = (record: RequestRecord) => {
    metrics.dropped.inc()
    losses.add(record)
  }
  const writer = new SegmentWriter({ folder: folder.path, log, onClosed, onDropped })
  const isFull = createLimit(log, spoolMaxBytes, () => waiting.bytes + writer.pending.bytes)
  const publishAll = async () => {
    writer.close()
    const hasAll = await waiting.publishAll()
    // Last, and not while the disk fails: the spool may still be full, and one number says more than many.
    if (hasAll && !writer.isFailing) await losses.publishAll()
  }
  const job = startPeriodicJob('request-records', CLOSE_EVERY_MS, log, publishAll)
  return {
    record(exchange) {
      const record = requestRecordOf(exchange, new Date())
      if (!record) return
      if (isFull()) onDropped(record)
      else writer.append(record)
    },
    async [Symbol.asyncDispose]() {
      writer.close()
      writer.abandon()
      const finish = job[Symbol.asyncDispose]().then(publishAll)
      await Promise.race([finish, delay(LAST_PUBLISH_MS, undefined, { ref: false })])
      await losses[Symbol.asyncDispose]()
      await folder.release()
    },
  }
}

/** Returns a check whether the spool is full, which logs when it becomes so. */
function createLimit(log: Logger, maxBytes: number, bytes: () => number): () => boolean {
  let wasFull = false
  return () => {
    const isFull = bytes() >= maxBytes
    if (isFull && !wasFull)
      log.error({ maxBytes }, 'the spool is full; requests are not recorded, but counted')
    wasFull = isFull
    return isFull
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
    help: 'Records of requests that were lost because the disk was full',
    registers: [registry],
  })
  return { published, dropped }
}
