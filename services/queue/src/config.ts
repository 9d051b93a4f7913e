import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'

export interface QueueConfig extends FoundationConfig {
  /** Sign list cursors and guest tokens, and encrypt answers kept for repeats. */
  readonly secretKeys: readonly SecretKey[]
  /** Public URL of the gateway, where the guest pages are. */
  readonly publicUrl: string
}

const schema = foundationVariables.extend({ SECRET_KEYS: variables.SECRET_KEYS, PUBLIC_URL: variables.url })

export function readConfig(environment: NodeJS.ProcessEnv): QueueConfig {
  const env = readEnvironment(schema, environment)
  return { ...foundationConfig(env), secretKeys: env.SECRET_KEYS, publicUrl: env.PUBLIC_URL }
}
