import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** For the metrics of a service's own, which it registers with {@link Metrics.registry}. */
export { Counter, Gauge, Histogram }

export interface Metrics {
  readonly registry: Registry
  /** Seconds from request to answer, by operation and status. */
  readonly requestSeconds: Histogram<'operation' | 'status'>
}

/**
 * Time between two samples of the event loop's delay, in ms; the delays told include it. The default of 10 ms takes 2 to 5 ms of
 * processor time a second from each process.
 */
const EVENT_LOOP_SAMPLE_MS = 100

let processMetrics: Registry | undefined

/** Collected once: collecting cannot be ended, and would keep every service that has lived in the process. */
function metricsOfProcess(): Registry {
  if (!processMetrics) {
    processMetrics = new Registry()
    collectDefaultMetrics({ register: processMetrics, eventLoopMonitoringPrecision: EVENT_LOOP_SAMPLE_MS })
  }
  return processMetrics
}

/** A registry of its own for each service, so that several can live in one process. */
export function createMetrics(service: string): Metrics {
  const registry = new Registry()
  registry.setDefaultLabels({ service })
  const ofProcess = metricsOfProcess()
  for (const { name } of ofProcess.getMetricsAsArray()) {
    const metric = ofProcess.getSingleMetric(name)
    if (metric) registry.registerMetric(metric)
  }
  const requestSeconds = new Histogram({
    name: 'usher_http_request_duration_seconds',
    help: 'Time from request to answer',
    labelNames: ['operation', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  return { registry, requestSeconds }
}
