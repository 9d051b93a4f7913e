import { percentile } from '../../measure/statistics.ts'
import type { Answered } from './phases.ts'

/** Counts responses as they arrive. */
export class ResponseCounter {
  created = 0
  failed = 0
  withoutRetryAfter = 0
  readonly #latencies: number[] = []
  readonly #refused: Record<string, number> = {}

  accept(status: number, latencyMs: number): void {
    this.#latencies.push(latencyMs)
    if (status === 201) this.created += 1
  }

  refuse(status: number, code: string, retryAfter: string | undefined): void {
    const key = `${status} ${code}`
    this.#refused[key] = (this.#refused[key] ?? 0) + 1
    if (retryAfter === undefined) this.withoutRetryAfter += 1
  }

  summary(): Answered {
    const { created, failed, withoutRetryAfter } = this
    return {
      accepted: this.#latencies.length,
      created,
      refused: this.#refused,
      withoutRetryAfter,
      failed,
      p50Ms: percentile(this.#latencies, 50),
      p99Ms: percentile(this.#latencies, 99),
    }
  }
}
