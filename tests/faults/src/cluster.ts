import {
  type Addresses,
  cacheFolder,
  type Demo,
  lockHome,
  type OwnRabbit,
  ownServers,
  type Stack,
  seedDemo,
  startOwnRabbit,
  startStack,
  temporaryHome,
} from '@usher/local'
import { startTcpProxy, type TcpProxy } from '@usher/test-kit'
import { clockSettings } from './clocks.ts'
import { type MongoCluster, startMongoCluster } from './mongo-cluster.ts'
import { provideSmallDisk, type SmallDisk } from './small-disk.ts'
import { through } from './through-proxy.ts'

/** RabbitMQ behind a proxy. */
interface Rabbit extends OwnRabbit {
  readonly proxy: TcpProxy
  readonly viaProxy: Addresses
}

/** Usher as in production, as far as one machine allows, on servers that tests may damage. */
export interface Cluster extends AsyncDisposable {
  readonly mongo: MongoCluster
  /** MongoDB's data disk. */
  readonly disk: SmallDisk
  readonly rabbit: Rabbit
  readonly stack: Stack
  readonly home: string
  readonly demo: Demo
}

export async function startCluster(log: (line: string) => void): Promise<Cluster> {
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('survival'))
  cleanup.use(await lockHome(home))
  const disk = cleanup.use(await provideSmallDisk(home))
  const mongo = cleanup.use(await startMongoCluster({ home, disk: disk.path, cache: cacheFolder() }))
  const rabbit = await startRabbit(home, cleanup)
  const settings = { nodeEnv: 'development', logLevel: 'warn', env: clockSettings(home) }
  const stack = cleanup.use(await startStack({ ...settings, home, mongo, rabbit: rabbit.viaProxy, log }))
  const demo = await seedDemo(home, stack)
  if (demo === undefined) throw new Error('the demo was not seeded')
  const owned = cleanup.move()
  return { mongo, disk, rabbit, stack, home, demo, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

async function startRabbit(home: string, cleanup: AsyncDisposableStack): Promise<Rabbit> {
  const rabbit = cleanup.use(await startOwnRabbit(ownServers(home)))
  const proxy = cleanup.use(await startTcpProxy(Number(new URL(rabbit.url).port)))
  return Object.assign(rabbit, { proxy, viaProxy: through(rabbit, proxy) })
}
