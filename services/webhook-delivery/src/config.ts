import {
  type AddressRange,
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  ownHosts,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'
import { z } from 'zod'

const environmentSchema = foundationVariables.extend({
  NODE_ENV: z.string().default('production'),
  SECRET_KEYS: variables.SECRET_KEYS,
  PUBLIC_URL: variables.url,
  WEBHOOK_ALLOWED_ADDRESSES: variables.addressRanges,
  WEBHOOK_OWN_HOSTS: variables.hostNames,
})

export interface WebhookDeliveryConfig extends FoundationConfig {
  /** Encrypt endpoint secrets and sign list cursors. */
  readonly secretKeys: readonly SecretKey[]
  /** Reject endpoint URLs without TLS. */
  readonly httpsOnly: boolean
  /** Non-public address ranges that endpoints may use, for development. */
  readonly allowedAddresses: readonly AddressRange[]
  /** Our own hosts and their subdomains: no webhook is sent to them. */
  readonly ownHosts: readonly string[]
}

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): WebhookDeliveryConfig {
  const env = readEnvironment(environmentSchema, environment)
  return {
    ...foundationConfig(env),
    secretKeys: env.SECRET_KEYS,
    httpsOnly: env.NODE_ENV === 'production',
    allowedAddresses: env.WEBHOOK_ALLOWED_ADDRESSES,
    ownHosts: ownHosts(env.WEBHOOK_OWN_HOSTS, env.PUBLIC_URL),
  }
}
