import type { TestReport } from '../testing/reporter.ts'
import type { Fault } from './fault.ts'

/** How the tests reacted to a fault. */
export interface FaultOutcome {
  readonly fault: Fault
  readonly verdict: 'caught' | 'SURVIVED' | 'BROKEN'
  /** The first test that failed. */
  readonly caughtBy: string | undefined
  readonly seconds: number
}

/**
 * Judges a run against a fault. Only a failed test counts as catching it: if a file cannot be loaded or a service
 * cannot start, the fault is too coarse to say anything about the tests.
 */
export function outcomeOf(fault: Fault, report: TestReport, seconds: number): FaultOutcome {
  const [caughtBy] = report.failures
  if (caughtBy !== undefined) return { fault, verdict: 'caught', caughtBy, seconds }
  return { fault, verdict: hasFailed(report) ? 'BROKEN' : 'SURVIVED', caughtBy, seconds }
}

/** Whether anything in a run failed. */
export const hasFailed = ({ files, unhandledErrors }: TestReport): boolean =>
  unhandledErrors > 0 || files.some(({ failed }) => failed > 0)

/** The outcomes as a Markdown table. */
export function outcomeTable(outcomes: readonly FaultOutcome[]): string {
  const row = ({ fault, verdict, caughtBy = verdict, seconds }: FaultOutcome) =>
    `| ${fault.name} | ${fault.file} | ${caughtBy.replaceAll('|', '\\|')} | ${seconds.toFixed(0)} |`
  return ['| fault | file | caught by | seconds |', '|---|---|---|---|', ...outcomes.map(row)].join('\n')
}
