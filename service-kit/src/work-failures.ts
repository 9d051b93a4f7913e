import type { Logger } from './logger.ts'
import { Counter, type Metrics } from './metrics.ts'

/** Things whose failure is remembered. Failures of more are counted, but not logged. */
const MOST_REMEMBERED = 10_000

interface Tools {
  readonly log: Logger
  readonly metrics: Metrics
}

/**
 * Failures of work that is repeated until it succeeds, for reasons of this process and not of whom it calls: a
 * secret that no key opens, a database that is away.
 */
export interface WorkFailures {
  /**
   * Counts a failure; logs it unless this thing failed the last time, too.
   *
   * @param work kind of work, a label of the metric
   * @param id what the work is about, unique among all kinds
   */
  failed(work: string, id: string, err: unknown): void
  /** The next failure of this thing is logged again. */
  succeeded(id: string): void
}

/** Shows failures as `usher_work_failures_total`. Each thing that fails is logged once, however often it is repeated. */
export function createWorkFailures({ log, metrics: { registry } }: Tools): WorkFailures {
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
      if (failing.has(id) || failing.size >= MOST_REMEMBERED) return
      failing.add(id)
      log.error({ err, work, id }, 'work fails and is repeated; further failures of it are not logged')
    },
    succeeded: (id) => void failing.delete(id),
  }
}
