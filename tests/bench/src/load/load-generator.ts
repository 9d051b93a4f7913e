import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findOnPath, nodeArguments, runCommand } from '../local.ts'
import { CONNECTIONS, type LoadGenerator, type LoadPlan, type LoadResult, TIMEOUT_SECONDS } from './load.ts'

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
      const args = [...nodeArguments('tests/bench/src/load/autocannon.ts'), file, String(seconds)]
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

/** A plan as the Lua table that wrk.lua reads. */
function luaPlan({ method, headers, requests, answersFile }: LoadPlan): string {
  const rows = requests.map(({ path, body, headers: own }) =>
    [text(path), body === undefined ? 'nil' : text(body), table({ ...headers, ...own })].join(', '),
  )
  return [
    'return {',
    `  method = ${text(method)},`,
    `  answers_file = ${answersFile === undefined ? 'nil' : text(answersFile)},`,
    `  requests = {\n    { ${rows.join(' },\n    { ')} }\n  },`,
    '}',
  ].join('\n')
}

const table = (headers: Readonly<Record<string, string>>) =>
  `{ ${Object.entries(headers)
    .map(([name, value]) => `[${text(name)}] = ${text(value)}`)
    .join(', ')} }`

/** A Lua string of any bytes (Lua 5.1 reference manual §2.1: `\ddd` is a byte in decimal). */
const text = (value: string): string =>
  `"${[...Buffer.from(value)].map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : escaped(byte))).join('')}"`

const isPlain = (byte: number) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c

const escaped = (byte: number) => `\\${String(byte).padStart(3, '0')}`
