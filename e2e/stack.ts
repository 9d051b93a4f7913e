import {
  type Demo,
  ownServers,
  provideMongo,
  type Stack,
  seedDemo,
  startOwnRabbit,
  startStack,
  temporaryHome,
} from '@usher/local'
import { apiClient, type Client } from '@usher/test-kit'
import { attachTo } from './attached-stack.ts'

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
 * Usher as `npm start` runs it: real processes under their supervisor, on servers of its own; or the one that runs
 * already, whose demo TEST_USHER_DEMO names.
 *
 * @param environment added to that of every process
 */
export async function runUsher(environment: Record<string, string> = {}): Promise<Running> {
  if (process.env.TEST_USHER_DEMO) return await attachTo(process.env.TEST_USHER_DEMO)
  const cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('e2e'))
  const options = ownServers(home)
  const mongo = cleanup.use(await provideMongo(options))
  const rabbit = cleanup.use(await startOwnRabbit(options))
  const stack = cleanup.use(
    await startStack({ home, mongo, rabbit, log: () => {}, nodeEnv: 'development', env: environment }),
  )
  const demo = await seedDemo(home, stack)
  if (!demo) throw new Error('the demo was not seeded')
  return {
    stack,
    home,
    demo,
    api: apiClient(stack.url, demo.api_key),
    killRabbit: () => rabbit.kill(),
    restartRabbit: () => rabbit.restart(),
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}
