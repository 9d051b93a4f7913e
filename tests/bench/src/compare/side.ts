import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { freePorts, type PrivateServer, readJson, SetupError, startPrivateServer } from '../local.ts'
import type { CpuTimes } from '../measure/cpu.ts'
import { treeCpu } from '../measure/process-tree.ts'
import { until } from '../until.ts'

const START_MS = 300_000
const STOP_MS = 60_000

/** The fields used from demo.json. */
interface DemoCredentials {
  readonly api_key: string
  readonly oauth?: Readonly<Record<string, string>>
}

/** One of the two being compared: a whole Usher with its own servers. */
export interface Side extends AsyncDisposable {
  readonly name: SideName
  /** Address of the gateway. */
  readonly url: string
  readonly demo: DemoCredentials
  /** Address of MongoDB, without a database. */
  readonly mongoUrl: string
  /** What `npm start` reports about the servers, such as `mongod 6.0.5 from the cache`. */
  readonly servers: Readonly<Record<'MongoDB' | 'RabbitMQ', string>>
  /** CPU time of all its processes so far, by name. */
  cpu(): Promise<CpuTimes>
}

export const SIDE_NAMES = ['new', 'old'] as const
export type SideName = (typeof SIDE_NAMES)[number]

interface SideOptions {
  readonly name: SideName
  /** The checkout to run. */
  readonly folder: string
  /** Folder for its data. */
  readonly home: string
  readonly signal: AbortSignal
}

/**
 * Starts a checkout as `npm start` does there, through what every commit offers: PORT, USHER_HOME, demo.json and
 * state.json.
 *
 * @throws SetupError when it does not start
 */
export async function startSide({ name, folder, home, signal }: SideOptions): Promise<Side> {
  const [port = 0] = await freePorts(1)
  const logFile = join(home, 'start.log')
  const server = await startPrivateServer({
    name: `Usher (${name})`,
    command: process.execPath,
    args: [join(folder, 'deploy/local/run.mjs'), 'start'],
    env: { ...ownServersEnvironment(), PORT: String(port), USHER_HOME: home },
    cwd: folder,
    logFile,
  })
  try {
    await untilReady(server, logFile, signal)
    return await describeSide(name, home, port, server)
  } catch (error) {
    const words = await server.lastWords()
    await server.stop(STOP_MS)
    signal.throwIfAborted()
    throw new SetupError(`The ${name} side did not start: ${(error as Error).message}\n${words}`)
  }
}

/** Removes variables that would point both sides to the same servers, or differ between them. */
function ownServersEnvironment(): NodeJS.ProcessEnv {
  const { MONGODB_URL: _, RABBITMQ_URL: __, RABBITMQ_MANAGEMENT_URL: ___, ...env } = process.env
  return env
}

function untilReady(server: PrivateServer, logFile: string, signal: AbortSignal): Promise<void> {
  const isReady = async () => {
    if (server.hasEnded()) throw new Error('it ended')
    return (await readFile(logFile, 'utf8')).includes('Usher is ready at')
  }
  return until(isReady, { what: 'Usher is ready', timeoutMs: START_MS, signal })
}

async function describeSide(
  name: SideName,
  home: string,
  port: number,
  server: PrivateServer,
): Promise<Side> {
  const log = await readFile(join(home, 'start.log'), 'utf8')
  const said = (what: string) => new RegExp(`^${what}: (.*)$`, 'm').exec(log)?.[1] ?? 'unknown'
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    demo: (await readJson(join(home, 'demo.json'))) as DemoCredentials,
    mongoUrl: await mongoUrlOf(home),
    servers: { MongoDB: said('MongoDB'), RabbitMQ: said('RabbitMQ') },
    cpu: () => treeCpu(server.pid),
    [Symbol.asyncDispose]: () => server.stop(STOP_MS),
  }
}

interface State {
  readonly environments: Readonly<Record<string, Readonly<Record<string, string>>>>
}

async function mongoUrlOf(home: string): Promise<string> {
  const { environments } = (await readJson(join(home, 'state.json'))) as State
  const url = new URL(environments.queue?.MONGODB_URL ?? '')
  url.pathname = '/'
  return url.href
}
