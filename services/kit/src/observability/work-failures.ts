import type { Logger } from './logger.ts'
import { Counter, type Metrics } from './metrics.ts'

/** Subjects whose failure is remembered. Beyond this, failures are counted but not logged. */
const MAX_REMEMBERED = 10_000

interface WorkFailuresOptions {
  readonly log: Logger
  readonly metrics: Metrics
}

/**
 * Failures of work that is retried until it succeeds, caused by this process and not by the systems it calls: a
 * secret that no key opens, a database that is unavailable.
 */
export interface WorkFailures {
  /**
   * Counts a failure, and logs it unless the same subject failed last time too.
   *
   * @param work kind of work, a label of the metric
   * @param id what the work is about, unique among all kinds
   */
  failed(work: string, id: string, err: unknown): void
  /** Makes the next failure of this subject be logged again. */
  succeeded(id: string): void
}

/**
 * Exposes failures as `usher_work_failures_total`. Each subject that fails is logged once, however often it is
 * retried.
 */
export function createWorkFailures({ log, metrics: { registry } }: WorkFailuresOptions): WorkFailures {
  const failing = new Set<string>()
  const failures = new Counter({
    name: 'usher_work_failures_total',
    help: 'Attempts of repeated work that failed for reasons of this process, such as a secret that no key opens',
    labelNames: ['work'] as const,
    registers: [registry],
  })
  return {
    failed(work, id, err) {
      failures.inc({ work })
      if (failing.has(id) || failing.size >= MAX_REMEMBERED) return
      failing.add(id)
      log.error({ err, work, id }, 'work fails and is repeated; further failures of it are not logged')
    },
    succeeded: (id) => void failing.delete(id),
  }
}
