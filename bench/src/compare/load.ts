import { inParallel } from '../in-parallel.ts'
import { percentile } from '../measure/statistics.ts'
import { CONCURRENCY } from './client.ts'
import type { Sample } from './costs.ts'
import type { Operation } from './paths/hot-path.ts'

/** Sends operations of one side in a closed loop and records their latencies. */
export class Load {
  readonly #latencies: number[] = []
  #ms = 0

  async send(indexes: readonly number[], operation: Operation, signal: AbortSignal): Promise<void> {
    const startedMs = performance.now()
    await inParallel(indexes, CONCURRENCY, async (index) => {
      signal.throwIfAborted()
      const sentMs = performance.now()
      await operation(index)
      this.#latencies.push(performance.now() - sentMs)
    })
    this.#ms += performance.now() - startedMs
  }

  summary(): Omit<Sample, 'cpu' | 'seconds'> {
    return {
      operations: this.#latencies.length,
      perSecond: (this.#latencies.length * 1000) / this.#ms,
      p50Ms: percentile(this.#latencies, 50),
      p99Ms: percentile(this.#latencies, 99),
    }
  }
}
