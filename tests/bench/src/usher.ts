import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type Connection } from 'mongoose'
import type { Bench } from './bench.ts'
import { Client, type DemoCredentials } from './client.ts'
import {
  freePorts,
  nodeArguments,
  readJson,
  SetupError,
  seedDemo,
  startPrivateServer,
  startStack,
  supervise,
} from './local.ts'
import { type CpuTimes, treeCpu, usedBetween } from './measure/cpu.ts'
import { until } from './until.ts'

/** Long, as it may install packages first. */
const START_MS = 900_000
const STOP_MS = 60_000
/** After the documentation is built, what `npm start` itself uses in this time is less than this. */
const [BUILT_MS, MAX_BUILT_US] = [2_000, 200_000]

export type Environment = Readonly<Record<string, string>>

export interface Usher {
  readonly name: string
  readonly url: string
  readonly client: Client
  readonly environments: Readonly<Record<string, Environment>>
  readonly mongo: Connection
  /** CPU time of all its processes so far, by name; empty outside Linux. */
  cpu(): Promise<CpuTimes>
}

/** Starts Usher's processes as `npm start` does. Settings override the defaults of all processes. */
export async function startUsher(
  { servers, home: parent, log, signal }: Bench,
  cleanup: AsyncDisposableStack,
  env: Environment = {},
): Promise<Usher> {
  const home = await mkdtemp(join(parent, 'usher-'))
  const stack = cleanup.use(await startStack({ ...(await servers()), home, env, log, signal }))
  await seedDemo(home, stack)
  const cpu = async () => {
    const { bench: _, ...cpu } = await treeCpu(process.pid)
    return cpu
  }
  return await connect('Usher', home, stack.url, cpu, cleanup)
}

export const PEER_DATABASE = 'usher_bench'

/** Starts a peer by the name of its file in `peers`. Returns its address. */
export const startPeer = (bench: Bench, name: string, cleanup: AsyncDisposableStack, env: Environment = {}) =>
  startProcess(bench, { name, file: `tests/bench/src/peers/${name}.ts`, env }, cleanup)

/** Starts a single process, which is given a PORT. Returns its address. */
export async function startProcess(
  { home, log, signal }: Bench,
  { name, file, env }: { readonly name: string; readonly file: string; readonly env: Environment },
  cleanup: AsyncDisposableStack,
): Promise<string> {
  const [port] = await freePorts(1)
  const url = `http://127.0.0.1:${port}`
  const args = nodeArguments(file)
  const spec = { name, args, env: { ...env, PORT: String(port) }, readyUrl: `${url}/readyz` }
  cleanup.use(await supervise([spec], { logs: join(home, 'processes'), log, signal }))
  return url
}

/**
 * Starts a checkout with servers of its own as `npm start` does there, through what every commit offers: PORT,
 * USHER_HOME, demo.json and state.json.
 *
 * @returns also what `npm start` reports about the servers, such as `mongod 6.0.5 from the cache`
 * @throws SetupError when it does not start
 */
export async function startCheckout(
  {
    name,
    folder,
    home,
    signal,
  }: Pick<Bench, 'home' | 'signal'> & { readonly name: string; readonly folder: string },
  cleanup: AsyncDisposableStack,
): Promise<Usher & { readonly servers: readonly string[] }> {
  const [port = 0] = await freePorts(1)
  const logFile = join(home, 'start.log')
  // These would point both sides to the same servers.
  const { MONGODB_URL: _, RABBITMQ_URL: __, RABBITMQ_MANAGEMENT_URL: ___, ...env } = process.env
  const server = await startPrivateServer({
    name: `Usher (${name})`,
    command: process.execPath,
    args: [join(folder, 'deploy/local/run.mjs'), 'start'],
    env: { ...env, PORT: String(port), USHER_HOME: home },
    cwd: folder,
    logFile,
  })
  cleanup.defer(() => server.stop(STOP_MS))
  const isReady = async () => {
    if (server.hasEnded()) throw new Error('it ended')
    return (await readFile(logFile, 'utf8')).includes('Usher is ready at')
  }
  // `npm start` goes on to build the documentation, which takes a processor for a minute.
  const isBuilt = async () => {
    const before = await treeCpu(server.pid)
    await delay(BUILT_MS, undefined, { signal })
    return (usedBetween(before, await treeCpu(server.pid)).local ?? 0) < MAX_BUILT_US
  }
  try {
    await until(isReady, { what: 'Usher is ready', timeoutMs: START_MS, signal })
    await until(isBuilt, { what: 'the documentation is built', timeoutMs: START_MS, signal })
  } catch (error) {
    signal.throwIfAborted()
    const reason = (error as Error).message
    throw new SetupError(`The ${name} commit did not start: ${reason}\n${await server.lastWords()}`)
  }
  const servers = (await readFile(logFile, 'utf8')).match(/^(MongoDB|RabbitMQ): .*$/gm) ?? []
  const url = `http://127.0.0.1:${port}`
  return { ...(await connect(name, home, url, () => treeCpu(server.pid), cleanup)), servers }
}

async function connect(
  name: string,
  home: string,
  gatewayUrl: string,
  cpu: Usher['cpu'],
  cleanup: AsyncDisposableStack,
): Promise<Usher> {
  const demo = (await readJson(join(home, 'demo.json'))) as DemoCredentials
  const { environments } = (await readJson(join(home, 'state.json'))) as Pick<Usher, 'environments'>
  const url = gatewayUrl.replace('localhost', '127.0.0.1')
  const client = cleanup.use(new Client(url, demo))
  const mongo = await mongoose.createConnection(environments.queue?.MONGODB_URL ?? '').asPromise()
  cleanup.defer(() => mongo.close())
  return { name, url, cpu, client, environments, mongo }
}
