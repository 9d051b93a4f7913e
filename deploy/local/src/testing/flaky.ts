import type { TestReport } from './reporter.ts'

/** With more failed files than this they are not flakes, and rerunning them all takes too long. */
const MAX_RERUN = 5

export interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: readonly string[]
  /** Files that failed among others and passed alone. */
  readonly flaky: readonly string[]
}

/**
 * Reruns the failed files once, alone, to tell a flake from a real failure.
 *
 * @param rerun runs the given files one after another
 */
export async function withoutFlakes(
  first: TestReport,
  rerun: (files: readonly string[]) => Promise<TestReport>,
): Promise<Outcome> {
  const suspects = first.files.filter(({ failed }) => failed > 0).map(({ file }) => file)
  if (suspects.length === 0 || suspects.length > MAX_RERUN) return outcomeOf(first)
  const again = await rerun(suspects)
  const settled = first.files.filter(({ file }) => !suspects.includes(file))
  const flaky = again.files.filter(({ failed }) => failed === 0).map(({ file }) => file)
  return outcomeOf(
    {
      files: [...settled, ...again.files],
      skipped: [...new Set([...first.skipped, ...again.skipped])],
      unhandledErrors: first.unhandledErrors + again.unhandledErrors,
    },
    flaky,
  )
}

/** Counts the passes and failures of a report. */
export function outcomeOf(
  { files, skipped, unhandledErrors }: TestReport,
  flaky: readonly string[] = [],
): Outcome {
  const sum = (of: 'passed' | 'failed') => files.reduce((total, file) => total + file[of], 0)
  return { passed: sum('passed'), failed: sum('failed') + unhandledErrors, skipped, flaky }
}
