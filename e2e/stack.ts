import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  cacheFolder,
  provideMongo,
  provideRabbit,
  repository,
  type Stack,
  seedDemo,
  startStack,
} from '@usher/local'
import { apiClient, type Client } from '@usher/test-kit'

export interface DemoOrganization {
  readonly api_key: string
  readonly organization_id: string
  readonly email: string
  readonly password: string
  readonly oauth: { readonly client_id: string; readonly client_secret: string }
}

interface Demo extends DemoOrganization {
  readonly second: DemoOrganization
}

export interface Running extends AsyncDisposable {
  readonly stack: Stack
  /** Folder with the logs. */
  readonly home: string
  readonly demo: Demo
  readonly api: Client
  /** Kills RabbitMQ without warning. */
  killRabbit(): Promise<void>
  /** Starts it again on its old address and data. */
  restartRabbit(): Promise<void>
}

/**
 * Usher as `npm start` runs it: real processes under their supervisor, on servers of its own.
 *
 * @param environment added to that of every process
 */
export async function runUsher(environment: Record<string, string> = {}): Promise<Running> {
  const cleanup = new AsyncDisposableStack()
  const parent = join(repository, 'node_modules/.cache')
  await mkdir(parent, { recursive: true })
  const home = await mkdtemp(join(parent, 'usher-e2e-'))
  cleanup.defer(() => rm(home, { recursive: true, force: true }))
  const options = { home, cache: cacheFolder(), log: () => {}, env: withoutGivenServers() }
  const mongo = cleanup.use(await provideMongo(options))
  let rabbit = await provideRabbit(options)
  cleanup.defer(() => rabbit.stop())
  const stack = cleanup.use(
    await startStack({ home, mongo, rabbit, log: () => {}, nodeEnv: 'development', env: environment }),
  )
  const demo = (await seedDemo(home, stack)) as Demo | undefined
  if (!demo) throw new Error('the demo was not seeded')
  return {
    stack,
    home,
    demo,
    api: apiClient(stack.url, demo.api_key),
    async killRabbit() {
      if (!rabbit.pid) throw new Error('RabbitMQ does not run as a process of ours')
      process.kill(rabbit.pid, 'SIGKILL')
      await rabbit.ended
      await rabbit.stop()
    },
    async restartRabbit() {
      rabbit = await provideRabbit(options)
    },
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

/** A server that somebody else runs cannot be killed by a test. */
function withoutGivenServers(): NodeJS.ProcessEnv {
  const { MONGODB_URL: _, RABBITMQ_URL: __, RABBITMQ_MANAGEMENT_URL: ___, ...env } = process.env
  return env
}
