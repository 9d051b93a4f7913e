import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Bench } from '../../bench-context.ts'
import { nodeArguments, runCommand } from '../../local.ts'
import type { Phase, PhasePlan, PhaseResult } from './phases.ts'

/** Sends phases one after another; returns their results. */
export type Load = (...phases: Phase[]) => Promise<PhaseResult[]>

/** Loads Usher from a separate process. */
export function createLoad({ home, signal }: Bench, plan: Omit<PhasePlan, 'phases'>): Load {
  const file = join(home, 'load.json')
  return async (...phases) => {
    await writeFile(file, JSON.stringify({ ...plan, phases }))
    const args = [...nodeArguments('bench/src/benchmarks/overload/generator.ts'), file]
    const { code, stdout, output } = await runCommand(process.execPath, args, { signal })
    if (code !== 0) throw new Error(`the load generator failed:\n${output}`)
    return JSON.parse(stdout)
  }
}
