import { cacheFolder } from './files.ts'
import type { Addresses, ProvideOptions } from './provided.ts'
import type { ProvidedRabbit } from './provided-rabbit.ts'
import { provideRabbit } from './rabbitmq.ts'

/** Options for servers that nobody else uses, whatever the environment offers: tests may damage them. */
export function ownServers(home: string): ProvideOptions {
  const { MONGODB_URL: _, RABBITMQ_URL: __, RABBITMQ_MANAGEMENT_URL: ___, ...env } = process.env
  return { home, cache: cacheFolder(), log: () => {}, env }
}

/** A RabbitMQ that may be killed, and restarted on its old address and data. */
export interface OwnRabbit extends Addresses, AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** Kills it (SIGKILL). */
  kill(): Promise<void>
  restart(): Promise<void>
  /** Runs `rabbitmqctl` and returns its output. @throws Error when it fails */
  control(...args: string[]): Promise<string>
}

/** Starts one with the options of {@link ownServers}. @throws SetupError */
export async function startOwnRabbit(options: ProvideOptions): Promise<OwnRabbit> {
  let server: ProvidedRabbit = await provideRabbit(options)
  const pidOf = () => {
    if (server.pid === undefined) throw new Error('RabbitMQ does not run as a process of ours')
    return server.pid
  }
  return {
    url: server.url,
    urlFor: (process) => server.urlFor(process),
    get pid() {
      return pidOf()
    },
    async kill() {
      process.kill(pidOf(), 'SIGKILL')
      await server.ended
      await server.stop()
    },
    async restart() {
      server = await provideRabbit(options)
    },
    async control(...args) {
      if (!server.control) throw new Error('RabbitMQ does not run as a process of ours')
      return server.control(...args)
    },
    [Symbol.asyncDispose]: () => server.stop(),
  }
}
