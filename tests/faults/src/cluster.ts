import { mkdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import {
  type Addresses,
  cacheFolder,
  type Demo,
  findMongod,
  freePorts,
  lockHome,
  type MongodProgram,
  mongodArguments,
  mongodEnvironment,
  type OwnRabbit,
  ownServers,
  type PrivateServer,
  runCommand,
  type Stack,
  seedDemo,
  startOwnRabbit,
  startPrivateServer,
  startStack,
  temporaryHome,
} from '@usher/local'
import { startTcpProxy, type TcpProxy, until } from '@usher/test-kit'
import mongoose from 'mongoose'

/** Usher as in production, as far as one machine allows, on servers that tests may damage. */
export interface Cluster extends AsyncDisposable {
  readonly mongo: MongoCluster
  /** MongoDB's data disk. */
  readonly disk: SmallDisk
  readonly rabbit: OwnRabbit
  readonly rabbitProxy: TcpProxy
  readonly stack: Stack
  readonly home: string
  readonly demo: Demo
}

export async function startCluster(): Promise<Cluster> {
  await using cleanup = new AsyncDisposableStack()
  const { path: home } = cleanup.use(await temporaryHome('faults'))
  cleanup.use(await lockHome(home))
  const disk = cleanup.use(await provideSmallDisk(home))
  const mongo = cleanup.use(await startMongoCluster(home, disk.path))
  const rabbit = cleanup.use(await startOwnRabbit(ownServers(home)))
  const rabbitProxy = cleanup.use(await startTcpProxy(Number(new URL(rabbit.url).port)))
  const stack = cleanup.use(
    await startStack({
      home,
      mongo,
      rabbit: throughProxy(rabbit, rabbitProxy),
      nodeEnv: 'development',
      logLevel: 'warn',
      env: {
        NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'shifted-clock.ts')).href}`,
        CLOCK_ORDERS: clocksFolder(home),
      },
      log: console.log,
    }),
  )
  const demo = await seedDemo(home, stack)
  if (demo === undefined) throw new Error('the demo was not seeded')
  const owned = cleanup.move()
  const parts = { mongo, disk, rabbit, rabbitProxy, stack, home, demo }
  return { ...parts, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** The addresses of a RabbitMQ, through a proxy. */
const throughProxy = (rabbit: Addresses, { port }: TcpProxy): Addresses => ({
  urlFor: (process) => Object.assign(new URL(rabbit.urlFor(process)), { port: String(port) }).href,
})

/** Kills a process of Usher and waits until its replacement is ready. */
export async function killProcess({ stack }: Cluster, name: string): Promise<void> {
  const { pid } = stack.process(name)
  stack.process(name).kill('SIGKILL')
  await until(`another ${name}`, () => {
    const now = stack.process(name).pid
    return now !== undefined && now !== pid
  })
  await stack.process(name).waitReady()
}

const clocksFolder = (home: string): string => join(home, 'clocks')

/** Sets one process's clock this many ms ahead of the machine's (behind if negative), until it is set again. */
export async function setClock({ home, stack }: Cluster, name: string, aheadMs: number): Promise<void> {
  const order = join(clocksFolder(home), String(stack.environments[name]?.PORT))
  const wanted = String(aheadMs)
  await mkdir(clocksFolder(home), { recursive: true })
  await writeFile(`${order}.new`, wanted)
  await rename(`${order}.new`, order)
  const isSet = async () => (await readFile(`${order}.set`, 'utf8').catch(() => '')) === wanted
  await until(`${name} to set its clock`, isSet)
}

/** A separate disk that can be filled. */
interface SmallDisk extends AsyncDisposable {
  readonly path: string
  /** Why it cannot be filled: it is only a folder on the shared disk. */
  readonly whyNot?: string
  /** Fills it to the last byte. */
  fill(): Promise<void>
  free(): Promise<void>
}

/** Sparse: takes up only what is written. */
const DISK_SIZE = '4G'

/** A file in the folder, mounted as a disk (ext4); a plain folder if mounting is not allowed. */
async function provideSmallDisk(home: string): Promise<SmallDisk> {
  const path = join(home, 'disk')
  const image = join(home, 'disk.img')
  const filler = join(path, 'filler')
  await mkdir(path)
  const commands = [
    ['truncate', '--size', DISK_SIZE, image],
    ['mkfs.ext4', '-q', '-m', '0', image],
    ['mount', '-o', 'loop', image, path],
  ] as const
  for (const [command, ...args] of commands) {
    const { code, output } = await runCommand(command, args)
    if (code === 0) continue
    const whyNot = `it takes a disk of its own, and ${command} has failed (${output.trim()})`
    const cannot = () => Promise.reject(new Error(whyNot))
    return { path, whyNot, fill: cannot, free: cannot, [Symbol.asyncDispose]: async () => {} }
  }
  return {
    path,
    async fill() {
      await mkdir(filler)
      // Other processes keep writing and freeing space.
      for (let part = 0; (await statfs(path)).bavail > 0; part++) {
        await runCommand('fallocate', ['--length', DISK_SIZE, join(filler, String(part))])
      }
    },
    free: () => rm(filler, { recursive: true, force: true }),
    async [Symbol.asyncDispose]() {
      const { code, output } = await runCommand('umount', [path])
      if (code !== 0) throw new Error(`the small disk could not be unmounted: ${output}`)
    },
  }
}

/** A member of the replica set. */
interface MongoMember {
  /** Clients and the other members connect through it. */
  readonly proxy: TcpProxy
  readonly pid: number
  readonly hasEnded: boolean
  /** Kills it (SIGKILL). */
  kill(): Promise<void>
  /** Restarts it on its data. */
  restart(): Promise<void>
  /** Forces a checkpoint, which otherwise happens every minute. */
  writeAll(): Promise<void>
}

interface MongoCluster extends Addresses, AsyncDisposable {
  readonly members: readonly MongoMember[]
  primary(): Promise<MongoMember>
  secondary(): Promise<MongoMember>
}

const MEMBERS = 3

/** Three mongods as one replica set, each behind a proxy that clients and other members connect through. */
async function startMongoCluster(home: string, disk: string): Promise<MongoCluster> {
  await using cleanup = new AsyncDisposableStack()
  const program = await findMongod({ home, cache: cacheFolder(), log: () => {} })
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async (_, number) => {
      const name = `mongodb-${number}`
      const logFile = join(home, 'logs', `${name}.log`)
      return cleanup.use(await startMember(join(disk, name), logFile, program))
    }),
  )
  const hosts = members.map(({ proxy }) => `127.0.0.1:${proxy.port}`)
  await initiate(hosts)
  const url = `mongodb://${hosts.join(',')}/?replicaSet=rs0`
  const find = async (isPrimary: boolean) => {
    const primary = await until('a primary', () => primaryOf(url), 60_000)
    const found = members.find((_, index) => (hosts[index] === primary) === isPrimary)
    if (!found) throw new Error('no such member')
    return found
  }
  await find(true)
  const owned = cleanup.move()
  return {
    urlFor: () => url,
    members,
    primary: () => find(true),
    secondary: () => find(false),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function startMember(data: string, logFile: string, program: MongodProgram) {
  await mkdir(data, { recursive: true })
  const [port = 0] = await freePorts(1)
  const proxy = await startTcpProxy(port)
  const start = () =>
    startPrivateServer({
      name: 'mongod',
      command: program.command,
      args: mongodArguments(port, data),
      env: mongodEnvironment(program),
      logFile,
    })
  let server: PrivateServer = await start()
  return {
    proxy,
    get pid() {
      return server.pid
    },
    get hasEnded() {
      return server.hasEnded()
    },
    async kill() {
      process.kill(server.pid, 'SIGKILL')
      await server.ended
    },
    async restart() {
      server = await start()
    },
    async writeAll() {
      const url = `mongodb://127.0.0.1:${port}/?directConnection=true`
      // A member that is down, or that crashes doing it, does not answer.
      await withAdmin(url, (admin) => admin.command({ fsync: 1 })).catch(() => {})
    },
    async [Symbol.asyncDispose]() {
      await server.stop(0)
      await proxy[Symbol.asyncDispose]()
    },
  }
}

async function initiate(hosts: readonly string[]): Promise<void> {
  const members = hosts.map((host, _id) => ({ _id, host }))
  // Shorter than the default (10 s), so that a run shows more faults.
  const settings = { electionTimeoutMillis: 5_000, heartbeatTimeoutSecs: 3 }
  await until('the replica set to be made', () =>
    withAdmin(`mongodb://${hosts[0]}/?directConnection=true`, async (admin) => {
      await admin.command({ replSetInitiate: { _id: 'rs0', members, settings } })
      return true
    }),
  )
}

const primaryOf = (url: string) =>
  withAdmin(url, async (admin) => {
    const hello = await admin.command({ hello: 1 })
    return hello.isWritablePrimary ? (hello.me as string) : undefined
  })

type Admin = ReturnType<InstanceType<typeof mongoose.mongo.MongoClient>['db']>

async function withAdmin<T>(url: string, use: (admin: Admin) => Promise<T>): Promise<T> {
  const timeouts = { serverSelectionTimeoutMS: 2_000, socketTimeoutMS: 5_000 }
  const client = new mongoose.mongo.MongoClient(url, timeouts)
  try {
    return await use(client.db('admin'))
  } finally {
    await client.close()
  }
}
