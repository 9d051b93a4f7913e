import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  variables,
} from '@usher/service-kit'
import { z } from 'zod'

export type AccountsConfig = FoundationConfig

/** @throws ConfigError naming every missing or wrong variable */
export const readConfig = (environment: NodeJS.ProcessEnv): AccountsConfig =>
  foundationConfig(readEnvironment(foundationVariables, environment))

const databaseVariables = z.object({
  MONGODB_URL: variables.MONGODB_URL,
  NODE_ENV: z.string().default('development'),
})

/** What the commands that work on the database alone need. @throws ConfigError */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(databaseVariables, environment)
  return { mongoUrl: env.MONGODB_URL, isProduction: env.NODE_ENV === 'production' }
}
