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
  NODE_ENV: z.string().default('production'),
  SECRET_KEYS: variables.SECRET_KEYS,
})

export interface NotificationConfig extends FoundationConfig {
  /** Sign list cursors and seal what is kept under idempotency keys. */
  readonly secretKeys: readonly SecretKey[]
  /** Pretend to send, where nothing that really sends is set up. */
  readonly sandbox: boolean
}

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): NotificationConfig {
  const env = readEnvironment(environmentSchema, environment)
  return {
    ...foundationConfig(env),
    secretKeys: env.SECRET_KEYS,
    sandbox: env.NODE_ENV !== 'production',
  }
}
