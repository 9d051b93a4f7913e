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

/**
 * Gives a test databases and a virtual host that nobody else uses; disposing drops them.
 * The servers are those that `npm test` started (`TEST_*` variables).
 */
export async function createInfrastructure(): Promise<Infrastructure> {
  const name = `usher-test-${randomBytes(6).toString('hex')}`
  const management = required('TEST_RABBITMQ_MANAGEMENT_URL')
  await manage(management, 'PUT', `/api/vhosts/${name}`)
  const { username } = new URL(management)
  await manage(management, 'PUT', `/api/permissions/${name}/${username}`, {
    configure: '.*',
    write: '.*',
    read: '.*',
  })
  const rabbit = new URL(required('TEST_RABBITMQ_URL'))
  rabbit.pathname = `/${name}`
  const databases = new Set<string>()
  return {
    mongoUrl(service) {
      const url = new URL(required('TEST_MONGODB_URL'))
      url.pathname = `/${name}-${service}`
      databases.add(url.href)
      return url.href
    },
    rabbitUrl: rabbit.href,
    rabbitManagementUrl: management,
    vhost: name,
    async [Symbol.asyncDispose]() {
      await Promise.all([...databases].map(dropDatabase))
      await manage(management, 'DELETE', `/api/vhosts/${name}`)
    },
  }
}

async function dropDatabase(url: string): Promise<void> {
  const client = await mongoose.mongo.MongoClient.connect(url)
  await client.db().dropDatabase()
  await client.close()
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
