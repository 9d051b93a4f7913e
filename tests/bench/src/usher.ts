import { mkdtemp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import mongoose, { type Connection } from 'mongoose'
import type { Bench } from './bench.ts'
import { type Client, createClient, type DemoCredentials } from './client.ts'
import { freePorts, readJson, SetupError, seedDemo, startPrivateServer, startStack } from './local.ts'
import { type CpuTimes, treeCpu, usedBetween } from './measure/cpu.ts'
import { until } from './until.ts'

/** Long, as it may install packages first. */
const START_MS = 900_000
const STOP_MS = 60_000
/** After the documentation is built, what `npm start` itself uses in this time is less than this. */
const [BUILT_MS, MAX_BUILT_US] = [2_000, 200_000]

export type Environment = Readonly<Record<string, string>>

/** A running Usher with a demo organisation. */
export interface Usher {
  readonly name: string
  /** Address of the gateway. */
  readonly url: string
  readonly client: Client
  /** Environment of each process, by its name. */
  readonly environments: Readonly<Record<string, Environment>>
  /** Its MongoDB. */
  readonly mongo: Connection
  /** CPU time of all its processes so far, by name; empty outside Linux. */
  cpu(): Promise<CpuTimes>
}

/**
 * Starts Usher's processes as `npm start` does, logging to files at the default level.
 *
 * @param env settings for all processes; they override the defaults
 */
export async function startUsher(
  { servers, home: parent, log, signal }: Bench,
  cleanup: AsyncDisposableStack,
  env: Environment = {},
): Promise<Usher> {
  const home = await mkdtemp(join(parent, 'usher-'))
  const stack = cleanup.use(await startStack({ ...servers, home, env, log, signal }))
  await seedDemo(home, stack)
  const cpu = async () => {
    const { bench: _, ...cpu } = await treeCpu(process.pid)
    return cpu
  }
  return await connect({ name: 'Usher', home, url: stack.url, cpu }, cleanup)
}

interface Checkout {
  readonly name: string
  readonly folder: string
  /** Folder for its data. */
  readonly home: string
  readonly signal: AbortSignal
}

/**
 * Starts a checkout with servers of its own as `npm start` does there, through what every commit offers: PORT,
 * USHER_HOME, demo.json and state.json.
 *
 * @returns also what `npm start` reports about the servers, such as `mongod 6.0.5 from the cache`
 * @throws SetupError when it does not start
 */
export async function startCheckout(
  { name, folder, home, signal }: Checkout,
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
  return { ...(await connect({ name, home, url, cpu: () => treeCpu(server.pid) }, cleanup)), servers }
}

async function connect(
  { home, url, ...started }: Pick<Usher, 'name' | 'url' | 'cpu'> & { readonly home: string },
  cleanup: AsyncDisposableStack,
): Promise<Usher> {
  const demo = (await readJson(join(home, 'demo.json'))) as DemoCredentials
  const { environments } = (await readJson(join(home, 'state.json'))) as Pick<Usher, 'environments'>
  const address = url.replace('localhost', '127.0.0.1')
  const client = cleanup.use(createClient(address, demo))
  const mongo = await mongoose.createConnection(environments.queue?.MONGODB_URL ?? '').asPromise()
  cleanup.defer(() => mongo.close())
  return { ...started, url: address, client, environments, mongo }
}
