import { cacheFolder } from './files.ts'
import type { Addresses, ProvideOptions } from './provided.ts'
import type { ProvidedRabbit } from './provided-rabbit.ts'
import { provideRabbit } from './rabbitmq.ts'

/** How to provide servers that nobody else has, whatever the environment offers: such may be harmed. */
export function ownServers(home: string): ProvideOptions {
  const { MONGODB_URL: _, RABBITMQ_URL: __, RABBITMQ_MANAGEMENT_URL: ___, ...env } = process.env
  return { home, cache: cacheFolder(), log: () => {}, env }
}

/** A RabbitMQ that may be killed, and started again on its old address and data. */
export interface OwnRabbit extends Addresses, AsyncDisposable {
  readonly url: string
  readonly pid: number
  /** Ends it without warning. */
  kill(): Promise<void>
  restart(): Promise<void>
  /** Runs `rabbitmqctl`, and gives what it says. @throws Error when it fails */
  control(...args: string[]): Promise<string>
}

/** Starts one as {@link ownServers} says. @throws SetupError */
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
