import type { BrokerUser } from './prepare-broker.ts'
import type { DatabaseUser } from './prepare-mongo.ts'

const PASSWORD = /^([A-Z_]+)_MONGODB_PASSWORD$/

interface MongoConfig {
  readonly rootPassword: string
  readonly users: readonly DatabaseUser[]
}

/**
 * Reads the environment of the job `setup`: each `QUEUE_MONGODB_PASSWORD` creates the user `usher_queue` of the database with
 * that name.
 *
 * @throws Error naming the missing variable
 */
export function readMongoConfig(environment: NodeJS.ProcessEnv): MongoConfig {
  const users = Object.entries(environment).flatMap(([name, password]) => {
    const service = name.match(PASSWORD)?.[1]?.toLowerCase()
    if (service === undefined) return []
    if (!password) throw new Error(`${name} is empty`)
    return [{ name: `usher_${service}`, password }]
  })
  if (users.length === 0) throw new Error('no SERVICE_MONGODB_PASSWORD is set')
  return { users, rootPassword: required(environment, 'MONGODB_ROOT_PASSWORD') }
}

const BROKER_URL = /^([A-Z_]+)_RABBITMQ_URL$/

interface BrokerConfig {
  /** Address of the management API, with the administrator's credentials. */
  readonly managementUrl: string
  readonly users: readonly BrokerUser[]
  readonly vhost: string
}

/**
 * Reads the environment of the job `broker-users`: each `QUEUE_RABBITMQ_URL` is the URL the process `queue` connects with, and names
 * the user to create.
 *
 * @throws Error naming the variable that is missing or wrong
 */
export function readBrokerConfig(environment: NodeJS.ProcessEnv): BrokerConfig {
  const given = Object.entries(environment).flatMap(([name, address]) => {
    const process = name.match(BROKER_URL)?.[1]?.toLowerCase().replaceAll('_', '-')
    return process === undefined ? [] : [{ process, name, ...partsOf(name, address) }]
  })
  const [first] = given
  if (!first) throw new Error('no PROCESS_RABBITMQ_URL is set')
  const { name } = given.find(({ vhost }) => vhost !== first.vhost) ?? {}
  if (name) throw new Error(`${name} has another virtual host than the others`)
  const managementUrl = new URL(required(environment, 'RABBITMQ_MANAGEMENT_URL'))
  managementUrl.username = required(environment, 'RABBITMQ_ADMINISTRATOR')
  managementUrl.password = required(environment, 'RABBITMQ_ADMINISTRATOR_PASSWORD')
  const users = given.map(({ process, user, password }) => ({ process, user, password }))
  return { managementUrl: managementUrl.href, users, vhost: first.vhost }
}

function partsOf(name: string, address: string | undefined) {
  const { username, password, pathname } = URL.parse(address ?? '') ?? {}
  if (!username || !password) throw new Error(`${name} is no address with a user and a password`)
  const vhost = decodeURIComponent(pathname?.slice(1) ?? '') || '/'
  return { user: decodeURIComponent(username), password: decodeURIComponent(password), vhost }
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name]
  if (!value) throw new Error(`${name} is required`)
  return value
}
