import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'
import { emptyDatabase, fillCollection } from './database-store.ts'
import { askOnDemand } from './on-demand.ts'

interface SharedServers {
  readonly mongodb_url: string
  readonly rabbitmq_url: string
  readonly management_url: string
}

let servers: Promise<SharedServers> | undefined

/** Requested once per worker. */
const sharedServers = () => {
  servers ??= askOnDemand<SharedServers>('/servers')
  return servers
}

/** A database and a broker for one test, on the servers that the run shares. */
export interface Infrastructure extends AsyncDisposable {
  /** URL of this test's database for a service. */
  mongoUrl(service: string): string
  readonly rabbitUrl: string
  readonly rabbitManagementUrl: string
  readonly vhost: string
  /** Inserts records into a service's database: as many as a cap allows would take long by requests. */
  fill(service: string, collection: string, records: readonly object[]): Promise<void>
}

interface Rooms {
  readonly name: string
  readonly databases: Set<string>
}

/**
 * Emptied databases and virtual hosts of earlier tests in this worker, by package. Creating collections, indexes and
 * queues takes most of a test's time; another package would find queues of services that it does not run.
 */
const emptied = new Map<string, Rooms[]>()

/**
 * Gives a test its own databases and virtual host on the servers that `npm test` started (`TEST_*` variables).
 * Disposing empties them for the next test of the same package. They are removed with the servers.
 *
 * @param isNew whether they must be new, without any collections or queues
 */
export async function createInfrastructure({ isNew = false } = {}): Promise<Infrastructure> {
  const servers = await sharedServers()
  const spare = emptiedOf(packageOfTest())
  const rooms = (isNew ? undefined : spare.pop()) ?? (await buildRooms(servers))
  const { name, databases } = rooms
  return {
    mongoUrl(service) {
      databases.add(`${name}-${service}`)
      return withPath(servers.mongodb_url, `${name}-${service}`)
    },
    rabbitUrl: withPath(servers.rabbitmq_url, name),
    rabbitManagementUrl: servers.management_url,
    vhost: name,
    async fill(service, collection, records) {
      await fillCollection((await connectOnce(servers)).db(`${name}-${service}`), collection, records)
    },
    async [Symbol.asyncDispose]() {
      if (isNew) return await drop(servers, rooms)
      await empty(servers, rooms)
      spare.push(rooms)
    },
  }
}

function emptiedOf(name: string): Rooms[] {
  const known = emptied.get(name) ?? []
  emptied.set(name, known)
  return known
}

/** `services/queue`, `gateway`: the package whose test is running. */
function packageOfTest(): string {
  const { testPath = '' } = expect.getState()
  return /(services\/)?[^/]+(?=\/(src|test)\/)/.exec(testPath)?.[0] ?? ''
}

async function buildRooms({ management_url: management }: SharedServers): Promise<Rooms> {
  const name = `usher-test-${randomBytes(6).toString('hex')}`
  await manage(management, 'PUT', `/api/vhosts/${name}`)
  const all = { configure: '.*', write: '.*', read: '.*' }
  await manage(management, 'PUT', `/api/permissions/${name}/${new URL(management).username}`, all)
  return { name, databases: new Set() }
}

async function empty(servers: SharedServers, { name, databases }: Rooms): Promise<void> {
  const management = servers.management_url
  const queues = (await manage(management, 'GET', `/api/queues/${name}?disable_stats=true`)) as {
    name: string
    exclusive: boolean
  }[]
  // Skip exclusive queues: only their own connection may purge them, and they disappear with it.
  const lasting = queues.filter(({ exclusive }) => !exclusive)
  const purge = (queue: string) =>
    manage(management, 'DELETE', `/api/queues/${name}/${encodeURIComponent(queue)}/contents`)
  await Promise.all([...lasting.map((queue) => purge(queue.name)), eachOf(servers, databases, emptyDatabase)])
}

async function drop(servers: SharedServers, { name, databases }: Rooms): Promise<void> {
  await eachOf(servers, databases, (database) => database.dropDatabase())
  await manage(servers.management_url, 'DELETE', `/api/vhosts/${name}`)
}

let client: Promise<mongoose.mongo.MongoClient> | undefined

/** One connection per worker, because connecting takes longer than emptying. It closes with the worker. */
function connectOnce({ mongodb_url }: SharedServers): Promise<mongoose.mongo.MongoClient> {
  client ??= mongoose.mongo.MongoClient.connect(mongodb_url, { maxPoolSize: 4 })
  return client
}

async function eachOf(
  servers: SharedServers,
  databases: Set<string>,
  act: (database: mongoose.mongo.Db) => Promise<unknown>,
): Promise<void> {
  const connected = await connectOnce(servers)
  await Promise.all([...databases].map((name) => act(connected.db(name))))
}

function withPath(address: string, path: string): string {
  const url = new URL(address)
  url.pathname = `/${path}`
  return url.href
}

/** Calls RabbitMQ's management API. @throws Error for any response other than success */
export async function manage(url: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const { username, password, origin } = new URL(url)
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text ? JSON.parse(text) : undefined
}
