import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Tally } from './checks.ts'
import { readJson } from './files.ts'
import { repository } from './processes.ts'
import { runAttached } from './run-command.ts'

export interface JestOptions {
  /** Handed to jest as they are. */
  readonly args: readonly string[]
  /** Where tests find what they work on. */
  readonly env: Readonly<Record<string, string>>
  /** Folder for jest's report. */
  readonly home: string
  readonly signal: AbortSignal
}

/** The part of jest's report that is counted. */
interface JestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  /** Files that could not be loaded, and so count as one failure each. */
  readonly numRuntimeErrorTestSuites: number
}

/** Runs jest, which says on standard error how each file went. */
export async function runJest({ args, env, home, signal }: JestOptions): Promise<Tally> {
  const report = join(home, 'jest.json')
  await rm(report, { force: true })
  const node = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning']
  const jest = [join(repository, 'node_modules/jest/bin/jest.js'), '--config', 'jest.config.mjs']
  const code = await runAttached(
    process.execPath,
    [...node, ...jest, '--json', `--outputFile=${report}`, ...args],
    // Its workers would finish their files first.
    { env: { ...process.env, NODE_ENV: 'test', ...env }, signal, withChildren: true },
  )
  signal.throwIfAborted()
  return tallyOf(code, (await readJson(report)) as JestReport | undefined)
}

/** A run that fails without a failed test, as when no test is found, counts as one failure. */
function tallyOf(code: number, report: JestReport | undefined): Tally {
  if (report === undefined) return { passed: 0, failed: 1 }
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites
  return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed }
}
