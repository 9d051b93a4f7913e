import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'

export interface QueueConfig extends FoundationConfig {
  readonly secretKeys: readonly SecretKey[]
}

const schema = foundationVariables.extend({ SECRET_KEYS: variables.SECRET_KEYS })

export function readConfig(environment: NodeJS.ProcessEnv): QueueConfig {
  const env = readEnvironment(schema, environment)
  return { ...foundationConfig(env), secretKeys: env.SECRET_KEYS }
}
