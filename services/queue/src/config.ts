import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'

export interface QueueConfig extends FoundationConfig {
  /** Sign list cursors and the tokens of guests; seal answers that may be asked for again. */
  readonly secretKeys: readonly SecretKey[]
  /** Address under which browsers know the gateway; the pages of guests are there. */
  readonly publicUrl: string
}

const schema = foundationVariables.extend({ SECRET_KEYS: variables.SECRET_KEYS, PUBLIC_URL: variables.url })

export function readConfig(environment: NodeJS.ProcessEnv): QueueConfig {
  const env = readEnvironment(schema, environment)
  return { ...foundationConfig(env), secretKeys: env.SECRET_KEYS, publicUrl: env.PUBLIC_URL }
}
