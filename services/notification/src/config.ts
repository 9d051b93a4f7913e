import {
  type AddressRange,
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
  PUBLIC_URL: variables.url,
  PROVIDER_ALLOWED_ADDRESSES: variables.addressRanges,
  PROVIDER_OWN_HOSTS: variables.hostNames,
  TWILIO_API_URL: variables.url.optional(),
})

export interface NotificationConfig extends FoundationConfig {
  /** Sign list cursors, seal the credentials of providers and what is kept under idempotency keys. */
  readonly secretKeys: readonly SecretKey[]
  /** Pretend to send, where nothing that really sends is set up. */
  readonly sandbox: boolean
  /** Address under which providers reach the gateway. */
  readonly publicUrl: string
  /** Refuse providers without TLS. */
  readonly httpsOnly: boolean
  /** Ranges that providers may have although they are not public, for development. */
  readonly allowedAddresses: readonly AddressRange[]
  /** Hosts of our own, through which nothing is sent; their subdomains are meant too. */
  readonly ownHosts: readonly string[]
  /** Where Twilio's API is, for tests; undefined: at Twilio. No customer can set it. */
  readonly twilioApiUrl: string | undefined
}

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): NotificationConfig {
  const env = readEnvironment(environmentSchema, environment)
  return {
    ...foundationConfig(env),
    secretKeys: env.SECRET_KEYS,
    sandbox: env.NODE_ENV !== 'production',
    publicUrl: env.PUBLIC_URL,
    httpsOnly: env.NODE_ENV === 'production',
    allowedAddresses: env.PROVIDER_ALLOWED_ADDRESSES,
    ownHosts: env.PROVIDER_OWN_HOSTS,
    twilioApiUrl: env.TWILIO_API_URL,
  }
}
