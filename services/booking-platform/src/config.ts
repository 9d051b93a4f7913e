import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'

export interface BookingPlatformConfig extends FoundationConfig {
  /** Sign list cursors and customer links; encrypt stored responses to idempotent requests. */
  readonly secretKeys: readonly SecretKey[]
  /** Seal codes of customers for the notification service, which has the same. */
  readonly codeKeys: readonly SecretKey[]
  /** Public URL of the gateway, where the customer pages are. */
  readonly publicUrl: string
}

const schema = foundationVariables.extend({
  SECRET_KEYS: variables.SECRET_KEYS,
  BOOKING_CODE_KEYS: variables.SECRET_KEYS,
  PUBLIC_URL: variables.url,
})

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): BookingPlatformConfig {
  const env = readEnvironment(schema, environment)
  return {
    ...foundationConfig(env),
    secretKeys: env.SECRET_KEYS,
    codeKeys: env.BOOKING_CODE_KEYS,
    publicUrl: env.PUBLIC_URL,
  }
}
