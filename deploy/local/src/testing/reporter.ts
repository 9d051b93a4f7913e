import { writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import {
  DefaultReporter,
  type TestCase,
  type TestModule,
  type TestSpecification,
  type TestSuite,
} from 'vitest/node'

/** The result of one file. */
export interface FileReport {
  /** Path in the repository. */
  readonly file: string
  readonly passed: number
  /** A file that cannot be run counts as one failure. */
  readonly failed: number
}

/** A test that failed, and why. */
export interface TestFailure {
  /** The test's full name, after its file. */
  readonly test: string
  /** First line of its first error. */
  readonly reason: string
}

/** The report a run writes for the command that started it. */
export interface TestReport {
  readonly files: readonly FileReport[]
  readonly failures: readonly TestFailure[]
  /** Skipped tests, each with its file. */
  readonly skipped: readonly string[]
  /** Errors that belong to no test. */
  readonly unhandledErrors: number
}

const SLOWEST = 8

/** How long workers may take to end after the last test, in ms. */
const END_MS = 60_000

/**
 * Vitest's default output, plus the number of files done, the slowest files and the skipped tests. Writes a {@link
 * TestReport} to the file that TEST_REPORT names.
 */
export class ProgressReporter extends DefaultReporter {
  #files = 0
  #done = 0
  /** Unfinished files with tests that use the shared Usher. */
  #withUsher = new Set<string>()

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length
    this.#done = 0
    super.onTestRunStart(specifications)
  }

  /** Stops the shared Usher when all of these files (paths) are done. */
  releaseUsherAfter(files: readonly string[]): void {
    this.#withUsher = new Set(files)
  }

  override onTestModuleEnd(module: TestModule): void {
    this.#done += 1
    super.onTestModuleEnd(module)
    if (this.#withUsher.delete(module.moduleId) && this.#withUsher.size === 0) void releaseUsher()
  }

  protected override getEntityPrefix(entity: TestCase | TestModule | TestSuite): string {
    const prefix = super.getEntityPrefix(entity)
    return entity.type === 'module' ? `${this.#done}/${this.#files} ${prefix}` : prefix
  }

  override onTestRunEnd(...given: Parameters<DefaultReporter['onTestRunEnd']>): void {
    const [modules, errors] = given
    const report = reportOf(modules, errors.length)
    if (process.env.TEST_REPORT) writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
    this.#printSlowest(modules)
    for (const name of report.skipped) this.log(`skipped  ${name}`)
    super.onTestRunEnd(...given)
    if (!this.ctx.config.watch) this.#endIfStuck(report)
  }

  /** Vitest waits without end for a worker whose output is held open by a process that a test left behind. */
  #endIfStuck({ files, unhandledErrors }: TestReport): void {
    const isGood = unhandledErrors === 0 && files.every(({ failed }) => failed === 0)
    const end = () => {
      this.log('A test left a process behind that holds the output of its worker; it is ended.')
      process.exit(isGood ? 0 : 1)
    }
    setTimeout(end, END_MS).unref()
  }

  #printSlowest(modules: readonly TestModule[]): void {
    if (modules.length <= SLOWEST) return
    const seconds = (module: TestModule) => module.diagnostic().duration / 1000
    const slowest = modules.toSorted((a, b) => seconds(b) - seconds(a)).slice(0, SLOWEST)
    this.log('\nSlowest files:')
    for (const module of slowest) {
      this.log(`${seconds(module).toFixed(1).padStart(7)} s  ${module.relativeModuleId}`)
    }
  }
}

/** Stops the shared Usher: nobody needs it any more. */
async function releaseUsher(): Promise<void> {
  const url = process.env.TEST_ON_DEMAND_URL
  if (url) await fetch(`${url}/usher`, { method: 'DELETE' }).catch(() => {})
}

function reportOf(modules: readonly TestModule[], unhandledErrors: number): TestReport {
  const inState = (state: 'failed' | 'skipped') =>
    modules.flatMap((module) => [...module.children.allTests(state)])
  return {
    files: modules.map(reportOfFile),
    failures: inState('failed').map((test) => ({ test: nameOf(test), reason: reasonOf(test) })),
    skipped: inState('skipped').map(nameOf),
    unhandledErrors,
  }
}

const nameOf = (test: TestCase): string => `${test.module.relativeModuleId} > ${test.fullName}`

const reasonOf = (test: TestCase): string =>
  stripVTControlCharacters(test.result().errors?.[0]?.message ?? '').split('\n')[0] ?? ''

function reportOfFile(module: TestModule): FileReport {
  const inState = (state: 'passed' | 'failed') => [...module.children.allTests(state)].length
  const failed = inState('failed')
  const couldNotRun = failed === 0 && module.state() === 'failed'
  return { file: module.relativeModuleId, passed: inState('passed'), failed: couldNotRun ? 1 : failed }
}
