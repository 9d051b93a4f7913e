import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findOnPath, nodeArguments, runCommand } from '../local.ts'
import { CONNECTIONS, type LoadGenerator, type LoadResult, TIMEOUT_SECONDS } from './load.ts'
import { luaPlan } from './lua-plan.ts'

interface Place {
  /** Folder for the generator's plans. */
  readonly folder: string
  readonly signal: AbortSignal
}

/** wrk if it is installed, because it leaves the servers the most CPU; else autocannon. */
export function createLoadGenerator(place: Place): LoadGenerator {
  return findOnPath('wrk') ? wrk(place) : autocannon(place)
}

function wrk(place: Place): LoadGenerator {
  return {
    name: 'wrk',
    async run(plan, seconds) {
      const file = join(place.folder, 'plan.lua')
      await writeFile(file, luaPlan(plan))
      const script = join(import.meta.dirname, 'wrk.lua')
      const settings = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', `${TIMEOUT_SECONDS}s`]
      return await resultOf('wrk', [...settings, '-s', script, plan.origin, '--', file], place)
    },
  }
}

function autocannon(place: Place): LoadGenerator {
  return {
    name: 'autocannon',
    async run(plan, seconds) {
      const file = join(place.folder, 'plan.json')
      await writeFile(file, JSON.stringify(plan))
      const args = [...nodeArguments('bench/src/load/autocannon.ts'), file, String(seconds)]
      return await resultOf(process.execPath, args, place)
    },
  }
}

/** Both print the result as JSON on their last line. */
async function resultOf(command: string, args: readonly string[], { signal }: Place): Promise<LoadResult> {
  const { code, stdout, output } = await runCommand(command, args, { signal })
  signal.throwIfAborted()
  const line = stdout.trimEnd().split('\n').at(-1) ?? ''
  if (code !== 0 || !line.startsWith('{')) throw new Error(`the load generator failed:\n${output}`)
  return JSON.parse(line)
}
