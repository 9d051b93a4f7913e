import { Gauge, type Metrics } from '../observability/metrics.ts'
import type { Streams } from './streams.ts'

/** Reports at each scrape how many streams clients have open at this process. */
export function registerOpenStreams({ registry }: Metrics, streams: Pick<Streams, 'size'>): void {
  new Gauge({
    name: 'usher_open_streams',
    help: 'Streams that clients have open at this process',
    registers: [registry],
    collect() {
      this.set(streams.size)
    },
  })
}
