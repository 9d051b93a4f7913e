import { rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { readJson } from '../files.ts'
import { repository } from '../processes.ts'
import { runAttached } from '../run-command.ts'
import type { TestReport } from './reporter.ts'

/**
 * `dashboard` renders the dashboard's components in jsdom; `slow` runs files named `….slow.test.ts`, `nightly` those
 * named `….nightly.test.ts`.
 */
export type TestProject = 'main' | 'dashboard' | 'slow' | 'nightly'

/** The projects of `npm test`. */
export const USUAL_PROJECTS: readonly TestProject[] = ['main', 'dashboard']

export interface JestOptions {
  readonly projects: readonly TestProject[]
  /** Parts of file names, then options for Jest: `-t NAME`, `--watch` and so on. */
  readonly args: readonly string[]
  /** Added to the environment of the tests. */
  readonly env: Readonly<Record<string, string>>
  /** Folder for the report and the tests' temporary files. */
  readonly home: string
  readonly signal: AbortSignal
  /** Checkout to test; default: this one. */
  readonly cwd?: string | undefined
  /** File descriptor for the output; default: the terminal. */
  readonly output?: number | undefined
}

/** The report of a run that ends before it writes one. */
const NOTHING: TestReport = { files: [], skipped: [], unhandledErrors: 0 }

export const isWatching = (args: readonly string[]): boolean =>
  args.includes('--watch') || args.includes('-w')

/** Jest's options: the arguments after the parts of file names. */
export const optionsOf = (args: readonly string[]): readonly string[] => {
  const first = args.findIndex((arg) => arg.startsWith('-'))
  return first === -1 ? [] : args.slice(first)
}

/** A regular expression for the files whose path in the checkout contains a part. */
function patternOf(part: string, cwd: string): string {
  const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
  return `^${escaped(cwd)}/.*${escaped(part.startsWith(cwd) ? relative(cwd, part) : part)}`
}

/** Runs Jest. If it fails without a failed test, for instance because it finds none, reports one error. */
export async function runJest(given: JestOptions): Promise<TestReport> {
  const { projects, args, env, home, signal, cwd = repository, output } = given
  const file = join(home, 'tests.json')
  await rm(file, { force: true })
  const isWatched = isWatching(args)
  const jest = join(repository, 'node_modules/jest/bin/jest.js')
  const options = optionsOf(args)
  const patterns = args.slice(0, args.length - options.length).map((part) => patternOf(part, cwd))
  // Last, as it takes all that follows it.
  const selected = projects.length > 0 ? ['--selectProjects', ...projects] : []
  const code = await runAttached(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', jest, ...patterns, ...options, ...selected],
    {
      cwd,
      env: { ...process.env, NODE_ENV: 'test', TMPDIR: home, TEST_REPORT: file, ...env },
      signal,
      output,
      // Jest's workers would finish their files first. In watch mode it reads keys, which only the terminal's
      // foreground group can.
      withChildren: !isWatched,
    },
  )
  signal.throwIfAborted()
  const report = ((await readJson(file)) as TestReport | undefined) ?? NOTHING
  const hasFailed = report.unhandledErrors > 0 || report.files.some(({ failed }) => failed > 0)
  return code !== 0 && !hasFailed ? { ...report, unhandledErrors: 1 } : report
}
