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

/** A running Usher as tests see it from outside, with two organisations. */
export interface Usher extends AsyncDisposable {
  readonly stack: Pick<Stack, 'url' | 'environments'>
  /** Folder with the logs. */
  readonly home: string
  readonly demo: Demo
  /** Calls the API with the first organisation's key. */
  readonly api: Client
}

/** A private Usher that tests may damage. */
export interface OwnUsher extends Usher {
  readonly stack: Stack
  /** URL with the broker administrator's credentials: a process's own user may subscribe only to what it needs. */
  readonly rabbitUrl: string
  /** Kills RabbitMQ (SIGKILL). */
  killRabbit(): Promise<void>
  /** Restarts it on its old address and data. */
  restartRabbit(): Promise<void>
}

export interface OwnUsherOptions {
  /** Runs the services and the gateway as one process, called `usher`. */
  readonly oneProcess?: boolean
}

/**
 * Starts Usher as `npm start` does: real processes under their supervisor, on private servers. Starting eight processes
 * takes longer than most tests: use {@link useSharedUsher} where nothing is damaged.
 *
 * @param environment added to that of every process
 */
export async function startOwnUsher(
  environment: Record<string, string> = {},
  { oneProcess }: OwnUsherOptions = {},
): Promise<OwnUsher> {
  await using starting = new AsyncDisposableStack()
  const { path: home } = starting.use(await temporaryHome('e2e'))
  const options = ownServers(home)
  const [mongo, rabbit] = await Promise.all([provideMongo(options), startOwnRabbit(options)])
  starting.use(mongo)
  starting.use(rabbit)
  const stack = starting.use(
    await startStack({
      ...{ home, mongo, rabbit, oneProcess, log: () => {}, nodeEnv: 'development' },
      env: environment,
    }),
  )
  const demo = await seedDemo(home, stack)
  if (!demo) throw new Error('the demo was not seeded')
  const cleanup = starting.move()
  return {
    stack,
    home,
    demo,
    api: apiClient(stack.url, demo.api_key),
    rabbitUrl: rabbit.url,
    killRabbit: () => rabbit.kill(),
    restartRabbit: () => rabbit.restart(),
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}
