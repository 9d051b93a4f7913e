import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import {
  type AggregatedResult,
  DefaultReporter,
  type Test,
  type TestContext,
  type TestResult,
} from '@jest/reporters'
import { doneWithUsher } from './with-usher.ts'

/** The result of one file. */
export interface FileReport {
  /** Path in the repository. */
  readonly file: string
  readonly passed: number
  /** A file that cannot be run counts as one failure. */
  readonly failed: number
}

/** The report a run writes for the command that started it. */
export interface TestReport {
  readonly files: readonly FileReport[]
  /** Skipped tests, each with its file. */
  readonly skipped: readonly string[]
  /** Errors that belong to no test. */
  readonly unhandledErrors: number
}

const SLOWEST = 8

/** How long the run may take to end after the last test, in ms. */
const END_MS = 60_000

/**
 * Jest's default output, plus the number of files done, the slowest files and the skipped tests. Writes a {@link
 * TestReport} to the file that TEST_REPORT names.
 */
export default class ProgressReporter extends DefaultReporter {
  #progress = ''

  override onTestResult(test: Test, result: TestResult, all: AggregatedResult): void {
    this.#progress = `${all.testResults.length}/${all.numTotalTestSuites} `
    super.onTestResult(test, result, all)
    doneWithUsher(test.path)
  }

  /** Puts the progress before the first line of a file's result. */
  override log(message: string): void {
    super.log(`${this.#progress}${message}`)
    this.#progress = ''
  }

  override onRunComplete(_contexts?: Set<TestContext>, all?: AggregatedResult): void {
    super.onRunComplete()
    if (!all) return
    const { testResults, runExecError } = all
    const report = reportOf(testResults, runExecError ? 1 : 0)
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
    this.#printSlowest(testResults)
    for (const name of report.skipped) this.log(`skipped  ${name}`)
    if (!this._globalConfig.watch && !this._globalConfig.watchAll) this.#endIfStuck(all.success)
  }

  /** Jest waits without end for a worker whose output is held open by a process that a test left behind. */
  #endIfStuck(isGood: boolean): void {
    const end = () => {
      this.log('A test left a process behind that holds the output of its worker; it is ended.')
      process.exit(isGood ? 0 : 1)
    }
    setTimeout(end, END_MS).unref()
  }

  #printSlowest(files: readonly TestResult[]): void {
    if (files.length <= SLOWEST) return
    const seconds = ({ perfStats }: TestResult) => perfStats.runtime / 1000
    this.log('\nSlowest files:')
    for (const file of files.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SLOWEST)) {
      this.log(`${seconds(file).toFixed(1).padStart(7)} s  ${pathOf(file)}`)
    }
  }
}

function reportOf(files: readonly TestResult[], unhandledErrors: number): TestReport {
  const skippedIn = (file: TestResult) =>
    file.testResults
      .filter(({ status }) => status === 'pending')
      .map(({ ancestorTitles, title }) => [pathOf(file), ...ancestorTitles, title].join(' > '))
  return { files: files.map(reportOfFile), skipped: files.flatMap(skippedIn), unhandledErrors }
}

const pathOf = ({ testFilePath }: TestResult): string => relative(process.cwd(), testFilePath)

function reportOfFile(file: TestResult): FileReport {
  const { numPassingTests: passed, numFailingTests: failed, failureMessage } = file
  return { file: pathOf(file), passed, failed: failed === 0 && failureMessage ? 1 : failed }
}
