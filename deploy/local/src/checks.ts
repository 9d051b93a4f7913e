import { join } from 'node:path'
import { repository } from './processes.ts'
import type { Log } from './provided.ts'
import { runCommand } from './run-command.ts'

interface Check {
  readonly name: string
  /** Program in node_modules/.bin and its arguments. */
  readonly command: readonly [string, ...string[]]
}

const sources = ['contracts', 'service-kit', 'gateway', 'services', 'sdk']

const checks: readonly Check[] = [
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'lint', command: ['biome', 'ci', '--colors=off'] },
  { name: 'dependency rules', command: ['depcruise', '--config', '.dependency-cruiser.cjs', ...sources] },
  { name: 'unused code', command: ['knip'] },
]

/** How many passed and failed. */
export interface Tally {
  readonly passed: number
  readonly failed: number
}

/** Runs the checks that need no server, one after the other, and shows what the failing ones say. */
export async function runChecks(log: Log, signal: AbortSignal): Promise<Tally> {
  let passed = 0
  for (const { name, command } of checks) {
    signal.throwIfAborted()
    const startedAt = Date.now()
    const [program, ...args] = command
    const { code, output } = await runCommand(join(repository, 'node_modules/.bin', program), args, {
      cwd: repository,
      signal,
    })
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    log(`${code === 0 ? 'ok' : 'FAILED'}  ${name} (${seconds} s)`)
    if (code === 0) passed += 1
    else log(output)
  }
  return { passed, failed: checks.length - passed }
}

/** The line that ends a run; tools read it. */
export function summary({ passed, failed }: Tally): string {
  return `${passed} passed, ${failed} failed`
}
