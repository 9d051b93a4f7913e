import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Addresses,
  findMongod,
  freePorts,
  type MongodProgram,
  mongodArguments,
  mongodEnvironment,
  type PrivateServer,
  startPrivateServer,
} from '@usher/local'
import { startTcpProxy, type TcpProxy, until } from '@usher/test-kit'
import mongoose from 'mongoose'

/** A member of the replica set. */
export interface MongoMember {
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

export interface MongoCluster extends Addresses, AsyncDisposable {
  readonly url: string
  readonly members: readonly MongoMember[]
  primary(): Promise<MongoMember>
  secondary(): Promise<MongoMember>
}

const MEMBERS = 3

interface Folders {
  readonly home: string
  /** Data folder of all members. */
  readonly disk: string
  readonly cache: string
}

/** Three mongods as one replica set, each behind a proxy that clients and other members connect through. */
export async function startMongoCluster({ home, disk, cache }: Folders): Promise<MongoCluster> {
  await using cleanup = new AsyncDisposableStack()
  const program = await findMongod({ home, cache, log: () => {} })
  const members = await Promise.all(
    Array.from({ length: MEMBERS }, async (_, number) => {
      const name = `mongodb-${number}`
      const folders = { data: join(disk, name), logFile: join(home, 'logs', `${name}.log`) }
      return cleanup.use(await startMember(folders, program))
    }),
  )
  const hosts = members.map(({ proxy }) => `127.0.0.1:${proxy.port}`)
  await initiate(hosts)
  const url = `mongodb://${hosts.join(',')}/?replicaSet=rs0`
  await until('a primary', () => primaryOf(url), 60_000)
  const find = async (wanted: boolean) => {
    const primary = await until('a primary', () => primaryOf(url), 60_000)
    const found = members.find((_, index) => (hosts[index] === primary) === wanted)
    if (!found) throw new Error('no such member')
    return found
  }
  const owned = cleanup.move()
  return {
    url,
    urlFor: () => url,
    members,
    primary: () => find(true),
    secondary: () => find(false),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

async function startMember({ data, logFile }: { data: string; logFile: string }, program: MongodProgram) {
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
  await until('the replica set to be made', () =>
    withAdmin(`mongodb://${hosts[0]}/?directConnection=true`, async (admin) => {
      const members = hosts.map((host, _id) => ({ _id, host }))
      // Shorter than the default (10 s), so that a run shows more faults.
      const settings = { electionTimeoutMillis: 5_000, heartbeatTimeoutSecs: 3 }
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
  const client = new mongoose.mongo.MongoClient(url, {
    serverSelectionTimeoutMS: 2_000,
    socketTimeoutMS: 5_000,
  })
  try {
    return await use(client.db('admin'))
  } finally {
    await client.close()
  }
}
