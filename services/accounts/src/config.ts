import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'
import { z } from 'zod'

const environmentSchema = foundationVariables.extend({
  SECRET_KEYS: variables.SECRET_KEYS,
  PUBLIC_URL: variables.url,
})

export interface AccountsConfig extends FoundationConfig {
  /** Sign list cursors and the audit trail, and seal answers that may be asked for again. */
  readonly secretKeys: readonly SecretKey[]
  /** Address under which browsers know the gateway; it decides what the session cookie is like. */
  readonly publicUrl: string
}

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): AccountsConfig {
  const env = readEnvironment(environmentSchema, environment)
  return { ...foundationConfig(env), secretKeys: env.SECRET_KEYS, publicUrl: env.PUBLIC_URL }
}

const databaseVariables = z.object({
  MONGODB_URL: variables.MONGODB_URL,
  NODE_ENV: z.string().default('development'),
})

/** What the commands that work on the database alone need. @throws ConfigError */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(databaseVariables, environment)
  return { mongoUrl: env.MONGODB_URL, isProduction: env.NODE_ENV === 'production' }
}
