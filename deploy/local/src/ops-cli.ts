import { SERVICES } from '@usher/contracts/services'
import { readJson } from './files.ts'
import { nodeArguments } from './processes.ts'
import { SetupError } from './provided.ts'
import { runAttached } from './run-command.ts'
import { runMain } from './run-main.ts'
import { readSettings } from './settings.ts'
import { type StackState, stateFile } from './stack.ts'

/** Commands that every service runs on its own database and queues; the others belong to accounts. */
const EVERYWHERE: ReadonlySet<string> = new Set([
  'list-dead-letters',
  'show-outbox',
  'flush-outbox',
  'list-leases',
  'list-secret-keys',
  'reseal-secrets',
  'list-migrations',
  'migrate',
  'backup',
  'restore',
])

/** Runs services' operator commands against the stack that runs in this home. */
await runMain(async ({ signal }) => {
  const { home } = readSettings()
  const state = (await readJson(stateFile(home))) as StackState | undefined
  if (state === undefined) {
    throw new SetupError(`No stack runs on ${home}. Start one with \`npm start\`, or set USHER_HOME.`)
  }
  const { service, args } = chosen(process.argv.slice(2))
  const services: readonly string[] = SERVICES
  if (service !== undefined && !services.includes(service)) {
    throw new SetupError(`There is no service ${service}; there are ${services.join(', ')}.`)
  }
  const targets = service === undefined ? services : [service]
  let code = 0
  for (const name of targets) {
    const env = { ...process.env, ...state.environments[name] }
    const script = nodeArguments('services', name, 'src/ops.ts')
    // Folders are relative to where npm was called.
    const cwd = process.env.INIT_CWD ?? process.cwd()
    code = Math.max(code, await runAttached(process.execPath, [...script, ...args], { env, signal, cwd }))
  }
  return code
})

/** The selected service; undefined means all of them. */
function chosen(given: readonly string[]): { service: string | undefined; args: readonly string[] } {
  const at = given.indexOf('--service')
  if (at >= 0) return { service: given[at + 1] ?? '', args: given.toSpliced(at, 2) }
  if (EVERYWHERE.has(given[0] ?? '')) return { service: undefined, args: given }
  // Queues are named after the service that consumes them.
  const queue = given[given.indexOf('--queue') + 1]
  const isOfQueue = given.includes('--queue') && queue !== undefined
  return { service: isOfQueue ? queue.split('.')[0] : 'accounts', args: given }
}
