import { join } from 'node:path'
import { z } from 'zod'
import { breakingChanges } from './api-changes/breaking-changes.ts'
import { findOasdiff } from './api-changes/oasdiff.ts'
import { readForbiddenLicences } from './licences.ts'
import { repository } from './processes.ts'
import type { Log } from './provided.ts'
import { runCommand } from './run-command.ts'
import { lingui } from './words/lingui.ts'

interface Outcome {
  /** `skipped` means the check could not run: it counts as neither. */
  readonly result: 'ok' | 'FAILED' | 'skipped'
  /** What is wrong, or why it was skipped. */
  readonly output?: string
}

interface Check {
  readonly name: string
  readonly run: (signal: AbortSignal) => Promise<Outcome>
}

const sources = ['contracts', 'gateway', 'services', 'web', 'clients', 'deploy/google']

/** Far fewer than there are, and more than are read when the parser is missing. */
const MIN_MODULES = 1_000

const checks: readonly Check[] = [
  { name: 'types', run: types('.') },
  { name: 'types of the dashboard', run: types('web/dashboard') },
  { name: "types of the dashboard's tests", run: types('web/dashboard/tsconfig.test.json') },
  { name: 'types of the scripts of guest pages', run: types('web/guest-pages/src/browser') },
  { name: 'types of the scripts of the documentation', run: types('web/docs/src/browser') },
  { name: 'lint', run: tool('biome', 'ci', '--colors=off') },
  { name: 'catalogues', run: checkCatalogues },
  { name: 'dependency rules', run: checkDependencies },
  { name: 'unused code', run: tool('knip') },
  { name: 'versions of the API', run: checkVersions },
  { name: 'licences', run: async () => noneOf(await readForbiddenLicences(repository)) },
  { name: 'known vulnerabilities', run: checkVulnerabilities },
]

/** A program in node_modules/.bin that exits with 0 if it finds nothing wrong. */
function tool(program: string, ...args: string[]): Check['run'] {
  const path = join(repository, 'node_modules/.bin', program)
  return async (signal) => {
    const { code, output } = await runCommand(path, args, { cwd: repository, signal })
    return code === 0 ? { result: 'ok' } : { result: 'FAILED', output }
  }
}

/**
 * Checks only the files that changed since the last run and their dependants. A new installation starts from scratch.
 */
function types(project: string): Check['run'] {
  const known = `node_modules/.cache/types/${project.replaceAll(/\W+/g, '-')}.tsbuildinfo`
  return tool('tsc', '--project', project, '--incremental', '--tsBuildInfoFile', known)
}

/** Without a TypeScript parser (@swc/core) dependency-cruiser reads no file and finds nothing wrong. */
async function checkDependencies(signal: AbortSignal): Promise<Outcome> {
  const path = join(repository, 'node_modules/.bin/depcruise')
  const args = ['--config', '.dependency-cruiser.cjs', ...sources]
  const { code, output } = await runCommand(path, args, { cwd: repository, signal })
  const modules = Number(/(\d+) modules,/.exec(output)?.[1] ?? 0)
  const isRight = code === 0 && modules >= MIN_MODULES
  return isRight ? { result: 'ok' } : { result: 'FAILED', output: `${output}\n${modules} modules were read` }
}

/** Whether the dashboard's catalogues hold the words of its source, all of them translated. */
async function checkCatalogues(signal: AbortSignal): Promise<Outcome> {
  const sync = await lingui(['check', 'sync', '--clean'], signal)
  const missing = await lingui(['check', 'missing', '--mode', 'catalog'], signal)
  if (sync.code === 0 && missing.code === 0) return { result: 'ok' }
  return {
    result: 'FAILED',
    output: `${sync.output}\n${missing.output}\nRun npm run words, then translate what it lists.`,
  }
}

/** Whether clients of every version of the API get what it promised. */
async function checkVersions(signal: AbortSignal): Promise<Outcome> {
  const found = await findOasdiff(signal)
  if ('missing' in found) return { result: 'skipped', output: found.missing }
  return noneOf(await breakingChanges(found.program, signal))
}

async function checkVulnerabilities(signal: AbortSignal): Promise<Outcome> {
  const known = await knownVulnerabilities(repository, signal)
  return known.asked ? noneOf(known.severe) : { result: 'skipped', output: known.why }
}

const noneOf = (found: readonly string[]): Outcome =>
  found.length === 0 ? { result: 'ok' } : { result: 'FAILED', output: found.join('\n') }

/** How many passed and failed. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** Runs the checks that need no server, one after another, and logs the output of those that fail. */
export async function runChecks(log: Log, signal: AbortSignal): Promise<Tally> {
  const tally = { passed: 0, failed: 0 }
  for (const { name, run } of checks) {
    signal.throwIfAborted()
    const startedAt = Date.now()
    const { result, output } = await run(signal)
    log(`${result}  ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`)
    if (output) log(output)
    if (result === 'ok') tally.passed += 1
    if (result === 'FAILED') tally.failed += 1
  }
  return tally
}

/** The last line of a run; tools read it. */
export function summary({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`
}

const report = z.object({
  metadata: z.object({ vulnerabilities: z.looseObject({ high: z.number() }) }),
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
})

/** Known vulnerabilities of the installed packages. */
type Vulnerabilities =
  | { readonly asked: true; readonly severe: readonly string[] }
  /** Not every registry answers audits, and there may be no network. */
  | { readonly asked: false; readonly why: string }

/** Asks npm's registry which installed packages have a vulnerability of severity high or critical. */
async function knownVulnerabilities(cwd: string, signal: AbortSignal): Promise<Vulnerabilities> {
  const { stdout } = await runCommand('npm', ['audit', '--json'], { cwd, signal })
  return readReport(stdout)
}

/** Parses the output of `npm audit --json`. */
export function readReport(text: string): Vulnerabilities {
  const parsed = report.safeParse(parseJson(text))
  if (!parsed.success) return { asked: false, why: 'the registry did not answer the audit' }
  const severe = Object.entries(parsed.data.vulnerabilities)
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .map(([name, { severity }]) => `${name}: ${severity}`)
  return { asked: true, severe }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
