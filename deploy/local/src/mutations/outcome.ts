import type { TestFailure, TestReport } from '../testing/reporter.ts'
import type { Fault } from './fault.ts'

/** How the tests reacted to a fault. */
export interface FaultOutcome {
  readonly fault: Fault
  readonly verdict: 'caught' | 'SURVIVED' | 'BROKEN'
  /** The first test that failed. */
  readonly caughtBy: TestFailure | undefined
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

/** Names the test that caught a fault and its reason, which tells a broken promise from a mere timeout. */
export const findingOf = ({ verdict, caughtBy }: FaultOutcome): string =>
  caughtBy ? `${caughtBy.test}: ${caughtBy.reason}` : verdict

/** The outcomes as a Markdown table. */
export function outcomeTable(outcomes: readonly FaultOutcome[]): string {
  const row = (outcome: FaultOutcome) => {
    const { fault, seconds } = outcome
    const finding = findingOf(outcome).replaceAll('|', '\\|')
    return `| ${fault.name} | ${fault.file} | ${finding} | ${seconds.toFixed(0)} |`
  }
  return ['| fault | file | caught by | seconds |', '|---|---|---|---|', ...outcomes.map(row)].join('\n')
}
