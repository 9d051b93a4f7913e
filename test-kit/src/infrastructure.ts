import { randomBytes } from 'node:crypto'
import mongoose from 'mongoose'

/** A database and a broker of a test's own, on the servers that the run shares. */
export interface Infrastructure extends AsyncDisposable {
  /** URL of a database of this test, by service name. */
  mongoUrl(service: string): string
  readonly rabbitUrl: string
  readonly rabbitManagementUrl: string
  readonly vhost: string
}

interface Rooms {
  readonly name: string
  readonly databases: Set<string>
}

/** Rooms of earlier tests of this file, emptied: to make collections, indexes and queues anew takes most of a test's time. */
const emptied: Rooms[] = []

/**
 * Gives a test databases and a virtual host that nobody else uses, on the servers that `npm test` started (`TEST_*`
 * variables). Disposing empties them for the next test of the file; {@link dropInfrastructure} drops them.
 *
 * @param isNew whether nothing may be in them, neither collections nor queues
 */
export async function createInfrastructure({ isNew = false } = {}): Promise<Infrastructure> {
  const rooms = (isNew ? undefined : emptied.pop()) ?? (await buildRooms())
  const { name, databases } = rooms
  return {
    mongoUrl(service) {
      databases.add(`${name}-${service}`)
      return urlOf('TEST_MONGODB_URL', `${name}-${service}`)
    },
    rabbitUrl: urlOf('TEST_RABBITMQ_URL', name),
    rabbitManagementUrl: required('TEST_RABBITMQ_MANAGEMENT_URL'),
    vhost: name,
    async [Symbol.asyncDispose]() {
      if (isNew || isOver) return await drop(rooms)
      await empty(rooms)
      emptied.push(rooms)
    },
  }
}

let isOver = false

/** Drops what tests have left for others, after the last one of a file. */
export async function dropInfrastructure(): Promise<void> {
  // Hooks of the file itself come later, and dispose of what its tests have shared.
  isOver = true
  await Promise.all(emptied.splice(0).map(drop))
}

async function buildRooms(): Promise<Rooms> {
  const name = `usher-test-${randomBytes(6).toString('hex')}`
  const management = required('TEST_RABBITMQ_MANAGEMENT_URL')
  await manage(management, 'PUT', `/api/vhosts/${name}`)
  const all = { configure: '.*', write: '.*', read: '.*' }
  await manage(management, 'PUT', `/api/permissions/${name}/${new URL(management).username}`, all)
  return { name, databases: new Set() }
}

async function empty({ name, databases }: Rooms): Promise<void> {
  const management = required('TEST_RABBITMQ_MANAGEMENT_URL')
  const queues = (await manage(management, 'GET', `/api/queues/${name}?disable_stats=true`)) as {
    name: string
  }[]
  const purge = (queue: string) =>
    manage(management, 'DELETE', `/api/queues/${name}/${encodeURIComponent(queue)}/contents`)
  await Promise.all([
    ...queues.map((queue) => purge(queue.name)),
    eachOf(databases, async (database) => {
      const collections = await database.collections()
      const own = collections.filter(({ collectionName }) => !collectionName.startsWith('system.'))
      await Promise.all(own.map((collection) => collection.deleteMany({})))
    }),
  ])
}

async function drop({ name, databases }: Rooms): Promise<void> {
  await eachOf(databases, (database) => database.dropDatabase())
  await manage(required('TEST_RABBITMQ_MANAGEMENT_URL'), 'DELETE', `/api/vhosts/${name}`)
}

async function eachOf(databases: Set<string>, act: (database: mongoose.mongo.Db) => Promise<unknown>) {
  const client = await mongoose.mongo.MongoClient.connect(required('TEST_MONGODB_URL'))
  await Promise.all([...databases].map((name) => act(client.db(name))))
  await client.close()
}

function urlOf(variable: string, path: string): string {
  const url = new URL(required(variable))
  url.pathname = `/${path}`
  return url.href
}

/** Calls RabbitMQ's management API. @throws Error for an answer other than success */
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

function required(variable: string): string {
  const value = process.env[variable]
  if (!value) throw new Error(`${variable} is not set: run the tests with npm test`)
  return value
}
