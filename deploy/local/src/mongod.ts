import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { endLeftover, rememberProcess } from './leftovers.ts'
import { initiateReplicaSet } from './mongo-replica-set.ts'
import { rememberedPorts } from './ports.ts'
import { type PrivateServer, startPrivateServer } from './private-server.ts'
import { type Provided, type ProvideOptions, SetupError } from './provided.ts'

/** A mongod to run. */
export interface MongodProgram {
  readonly command: string
  readonly source: string
  /** Folder with shared libraries that this machine lacks. */
  readonly libraries?: string | undefined
}

export type MongodOptions = ProvideOptions & MongodProgram

const stopGraceMs = 20_000

/**
 * Runs a private mongod on the data under `home` as a single-node replica set, on loopback only.
 *
 * Keeps its port from start to start while it is free.
 */
export async function startMongod(options: MongodOptions): Promise<Provided> {
  const folder = join(options.home, 'mongodb')
  const data = join(folder, 'data')
  await mkdir(data, { recursive: true, mode: 0o700 })
  await endLeftover(folder)

  const { mongod: port } = await rememberedPorts(join(folder, 'ports.json'), ['mongod'])
  const server = await startPrivateServer({
    name: 'mongod',
    command: options.command,
    args: mongodArguments(port, data),
    env: mongodEnvironment(options),
    logFile: join(options.home, 'logs', 'mongodb.log'),
  })
  await rememberProcess(folder, server.pid)
  try {
    const { signal, ephemeral } = options
    await initiateReplicaSet({ port, hasEnded: server.hasEnded, signal, ephemeral })
  } catch (error) {
    await server.stop(stopGraceMs)
    throw new SetupError(
      `mongod did not start (${options.source}): ${(error as Error).message}\n${await server.lastWords()}`,
    )
  }
  return provided(server, port, options.source)
}

/** Arguments of a mongod on loopback that is a member of the replica set rs0. */
export function mongodArguments(port: number, data: string): string[] {
  return [
    ...['--port', String(port), '--bind_ip', '127.0.0.1', '--nounixsocket'],
    ...['--replSet', 'rs0', '--oplogSize', '512'],
    ...['--dbpath', data, '--wiredTigerCacheSizeGB', '0.5'],
    '--quiet',
    ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
    // There is no other member to fail over to, so waiting for one only delays the exit.
    ...['--setParameter', 'shutdownTimeoutMillisForSignaledShutdown=100'],
  ]
}

/** Environment of a mongod, including the libraries it needs. */
export function mongodEnvironment({
  env = process.env,
  libraries,
}: Pick<MongodOptions, 'env' | 'libraries'>): NodeJS.ProcessEnv {
  return libraries === undefined ? env : { ...env, LD_LIBRARY_PATH: libraries }
}

function provided(server: PrivateServer, port: number, source: string): Provided {
  const stop = () => server.stop(stopGraceMs)
  const url = `mongodb://127.0.0.1:${port}/?replicaSet=rs0`
  return {
    url,
    urlFor: () => url,
    source,
    pid: server.pid,
    ended: server.ended,
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
