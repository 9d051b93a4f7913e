import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { endLeftover, rememberProcess } from './leftovers.ts'
import { rememberedPorts } from './ports.ts'
import { type PrivateServer, startPrivateServer } from './private-server.ts'
import { findOnPath } from './programs.ts'
import { type ProvideOptions, SetupError } from './provided.ts'
import type { Credentials, RabbitServer } from './provided-rabbit.ts'
import { untilRabbitReady } from './rabbitmq-ready.ts'
import { type RabbitPorts, rabbitConfiguration, rabbitEnvironment } from './rabbitmq-settings.ts'
import { runCommand } from './run-command.ts'

export interface RabbitOptions extends ProvideOptions {
  /** Path of the `rabbitmq-server` script. */
  readonly command: string
  readonly source: string
  readonly credentials: Credentials
  /** Folder with `erl` and `epmd` when they are not on the PATH. */
  readonly erlangBin?: string | undefined
  readonly libraries?: string | undefined
}

// By then its stores are closed; the rest of its shutdown is a fixed wait that protects nothing.
const stopGraceMs = 3_000

/**
 * Runs a private RabbitMQ on the data under `home`, with the management API, on loopback only.
 *
 * It gets its own Erlang name service (epmd) on its own port: any number of these can run at once, and none is left
 * behind as a daemon.
 */
export async function startRabbit(options: RabbitOptions): Promise<RabbitServer> {
  const folder = join(options.home, 'rabbitmq')
  const data = join(folder, 'data')
  await mkdir(data, { recursive: true, mode: 0o700 })
  await endLeftover(folder)

  const ports = await rememberedPorts(join(folder, 'ports.json'), [
    'amqp',
    'management',
    'distribution',
    'epmd',
  ])
  await writeFile(join(folder, 'rabbitmq.conf'), rabbitConfiguration(ports, options.credentials), {
    mode: 0o600,
  })
  await writeFile(join(folder, 'enabled_plugins'), '[rabbitmq_management].\n')
  const env = rabbitEnvironment({ ...options, folder, ports })

  const epmd = await startEpmd(options, env, ports)
  try {
    const server = await startServer(options, env, folder)
    const ready = await untilReady(options, ports, server, epmd)
    return { ...ready, control: (...args) => control(options.command, env, args) }
  } catch (error) {
    await epmd.stop(1_000)
    throw error
  }
}

/** `rabbitmqctl` is in the same folder as the server's script. */
async function control(server: string, env: NodeJS.ProcessEnv, args: readonly string[]): Promise<string> {
  const { code, output } = await runCommand(join(dirname(server), 'rabbitmqctl'), args, { env })
  if (code !== 0) throw new Error(`rabbitmqctl ${args[0]} ended with code ${code}: ${output}`)
  return output
}

function startEpmd(
  options: RabbitOptions,
  env: NodeJS.ProcessEnv,
  ports: RabbitPorts,
): Promise<PrivateServer> {
  const command = findOnPath('epmd', env)
  if (command === undefined) throw new SetupError('there is no `epmd` on the PATH, which comes with Erlang')
  return startPrivateServer({
    name: 'epmd',
    command,
    args: ['-port', String(ports.epmd), '-address', '127.0.0.1'],
    env,
    logFile: join(options.home, 'logs', 'epmd.log'),
  })
}

async function startServer(
  options: RabbitOptions,
  env: NodeJS.ProcessEnv,
  folder: string,
): Promise<PrivateServer> {
  const server = await startPrivateServer({
    name: 'rabbitmq-server',
    command: options.command,
    args: [],
    env,
    cwd: folder,
    logFile: join(options.home, 'logs', 'rabbitmq.log'),
  })
  await rememberProcess(folder, server.pid)
  return server
}

async function untilReady(
  options: RabbitOptions,
  ports: RabbitPorts,
  server: PrivateServer,
  epmd: PrivateServer,
): Promise<RabbitServer> {
  const login = `${options.credentials.user}:${options.credentials.password}@127.0.0.1`
  const managementUrl = `http://${login}:${ports.management}`
  const stop = async () => {
    await server.stop(options.ephemeral ? 0 : stopGraceMs)
    await epmd.stop(1_000)
  }
  try {
    await untilRabbitReady({
      port: ports.amqp,
      managementUrl,
      hasEnded: server.hasEnded,
      signal: options.signal,
    })
  } catch (error) {
    await stop()
    const words = await server.lastWords()
    throw new SetupError(`RabbitMQ did not start (${options.source}): ${(error as Error).message}\n${words}`)
  }
  const url = `amqp://${login}:${ports.amqp}`
  const { pid, ended } = server
  return { url, managementUrl, source: options.source, pid, ended, stop, [Symbol.asyncDispose]: stop }
}
