import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'

export interface BookingPlatformConfig extends FoundationConfig {
  /** Sign list cursors and the links of customers; seal answers that may be asked for again. */
  readonly secretKeys: readonly SecretKey[]
  /** Address under which browsers know the gateway; the pages of customers are there. */
  readonly publicUrl: string
}

const schema = foundationVariables.extend({ SECRET_KEYS: variables.SECRET_KEYS, PUBLIC_URL: variables.url })

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): BookingPlatformConfig {
  const env = readEnvironment(schema, environment)
  return { ...foundationConfig(env), secretKeys: env.SECRET_KEYS, publicUrl: env.PUBLIC_URL }
}
