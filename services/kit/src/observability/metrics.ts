import { ZONE_PUBLISHED } from '@usher/contracts/zones'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** For a service's own metrics, registered with {@link Metrics.registry}. */
export { Counter, Gauge, Histogram, Registry }

export interface Metrics {
  readonly registry: Registry
  /** Seconds from request to answer, by operation and status. */
  readonly requestSeconds: Histogram<'operation' | 'status'>
}

/**
 * Interval between samples of the event loop's delay, in ms; reported delays include it. Each wakes the
 * process: samples every 100 ms took a third of the CPU of all services with nothing to do.
 */
const EVENT_LOOP_SAMPLE_MS = 500

let processMetrics: Registry | undefined

/** Created once: collection cannot be stopped, and would keep every service that has lived in the process alive. */
function metricsOfProcess(): Registry {
  if (!processMetrics) {
    processMetrics = new Registry()
    collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS })
  }
  return processMetrics
}

/** A separate registry per service, so that several can run in one process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  const ofProcess = metricsOfProcess()
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name)
    if (metric) registry.registerMetric(metric)
  }
  new Gauge({
    name: 'usher_zone_data_published_timestamp_seconds',
    help: 'When the time zone data in use was published',
    registers: [registry],
  }).set(Date.parse(ZONE_PUBLISHED) / 1000)
  const requestSeconds = new Histogram({
    name: 'usher_http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return { registry, requestSeconds }
}
