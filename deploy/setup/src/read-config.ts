import type { DatabaseUser } from './prepare-mongo.ts'

const PASSWORD = /^([A-Z_]+)_MONGODB_PASSWORD$/

interface SetupConfig {
  readonly rootPassword: string
  readonly users: readonly DatabaseUser[]
}

/**
 * Reads the environment of the job: each `QUEUE_MONGODB_PASSWORD` creates the user `usher_queue` of the database with
 * that name.
 *
 * @throws Error naming the missing variable
 */
export function readConfig(environment: NodeJS.ProcessEnv): SetupConfig {
  const users = Object.entries(environment).flatMap(([name, password]) => {
    const service = name.match(PASSWORD)?.[1]?.toLowerCase()
    if (service === undefined) return []
    if (!password) throw new Error(`${name} is empty`)
    return [{ name: `usher_${service}`, password }]
  })
  if (users.length === 0) throw new Error('no SERVICE_MONGODB_PASSWORD is set')
  return { users, rootPassword: required(environment, 'MONGODB_ROOT_PASSWORD') }
}

function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name]
  if (!value) throw new Error(`${name} is required`)
  return value
}
