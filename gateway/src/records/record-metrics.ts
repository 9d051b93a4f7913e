import { Counter, Gauge, type Metrics } from '@usher/service-kit'

/**
 * Metrics of request records.
 *
 * @param waiting returns the number of records that the broker has not confirmed
 */
export function createRecordMetrics({ registry }: Metrics, waiting: () => number) {
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
