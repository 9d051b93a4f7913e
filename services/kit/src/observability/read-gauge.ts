import type { Logger } from './logger.ts'
import { Gauge, type Metrics } from './metrics.ts'

interface Options {
  readonly name: string
  readonly help: string
  readonly labelNames?: readonly string[]
  read(self: Gauge): Promise<void>
}

/** A gauge read at each scrape; it keeps its value if reading fails. */
export function readGauge(
  { log, metrics }: { readonly log: Logger; readonly metrics: Metrics },
  { name, help, labelNames = [], read }: Options,
): void {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [metrics.registry],
    async collect() {
      await read(this).catch((err) => log.warn({ err, metric: name }, 'a metric could not be read'))
    },
  })
}

/** Seconds from a time until now; 0 if there is none. */
export const secondsSince = (time: Date | null, now: Date): number =>
  time ? Math.max(0, (now.getTime() - time.getTime()) / 1000) : 0
