import {
  type AddressRange,
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  mailVariables,
  ownHosts,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'
import { z } from 'zod'
import { isPrivateKey, type PushKeys, pushKeysOf } from './providers/push/push-keys.ts'
import type { OwnMailServer } from './providers/smtp/smtp-kind.ts'

const environmentSchema = foundationVariables
  .extend({
    NODE_ENV: z.string().default('production'),
    SECRET_KEYS: variables.SECRET_KEYS,
    BOOKING_CODE_KEYS: variables.SECRET_KEYS,
    PUBLIC_URL: variables.url,
    PROVIDER_ALLOWED_ADDRESSES: variables.addressRanges,
    PROVIDER_OWN_HOSTS: variables.hostNames,
    TWILIO_API_URL: variables.url.optional(),
    WEB_PUSH_PRIVATE_KEY: z
      .string()
      .refine(isPrivateKey, { error: 'must be a private key of P-256 in base64url' })
      .optional(),
    WEB_PUSH_CONTACT: z
      .string()
      .regex(/^(?:mailto:|https:\/\/)\S+$/, { error: 'must begin with mailto: or https://' })
      .optional(),
    ...mailVariables,
    SMTP_BOUNCE_DOMAIN: z.hostname().optional(),
    SMTP_BOUNCE_TOKEN: z
      .string()
      .regex(/^[\w-]{32,100}$/, { error: 'must be 32 to 100 letters and digits' })
      .optional(),
  })
  .refine(({ SMTP_URL, SMTP_FROM }) => !SMTP_URL || SMTP_FROM, {
    path: ['SMTP_FROM'],
    error: 'is required with SMTP_URL',
  })
  .refine(({ SMTP_BOUNCE_DOMAIN, SMTP_BOUNCE_TOKEN }) => !SMTP_BOUNCE_DOMAIN || SMTP_BOUNCE_TOKEN, {
    path: ['SMTP_BOUNCE_TOKEN'],
    error: 'is required with SMTP_BOUNCE_DOMAIN',
  })

export interface NotificationConfig extends FoundationConfig {
  /** Sign list cursors; encrypt provider credentials and answers under idempotency keys. */
  readonly secretKeys: readonly SecretKey[]
  /** Open codes of customers, which the booking platform sealed. */
  readonly codeKeys: readonly SecretKey[]
  /** Pretend to send, for channels without a real provider. */
  readonly sandbox: boolean
  /** The installation's mail server, for organisations without one of their own; null: none. */
  readonly smtp: OwnMailServer | null
  /** Public URL of the gateway, for providers' callbacks. */
  readonly publicUrl: string
  /** The key pair for push; null: nothing is sent by push. */
  readonly push: PushKeys | null
  /** Refuse providers without TLS. */
  readonly httpsOnly: boolean
  /** Non-public address ranges allowed for providers, for development. */
  readonly allowedAddresses: readonly AddressRange[]
  /** Our own hosts and their subdomains, through which nothing is sent. */
  readonly ownHosts: readonly string[]
  /** URL of Twilio's API, for tests; undefined: Twilio itself. Customers cannot set it. */
  readonly twilioApiUrl: string | undefined
}

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): NotificationConfig {
  const env = readEnvironment(environmentSchema, environment)
  return {
    ...foundationConfig(env),
    secretKeys: env.SECRET_KEYS,
    codeKeys: env.BOOKING_CODE_KEYS,
    sandbox: env.NODE_ENV !== 'production',
    smtp: ownMailServer(env),
    publicUrl: env.PUBLIC_URL,
    push: env.WEB_PUSH_PRIVATE_KEY
      ? pushKeysOf(env.WEB_PUSH_PRIVATE_KEY, env.WEB_PUSH_CONTACT ?? env.PUBLIC_URL)
      : null,
    httpsOnly: env.NODE_ENV === 'production',
    allowedAddresses: env.PROVIDER_ALLOWED_ADDRESSES,
    ownHosts: ownHosts(env.PROVIDER_OWN_HOSTS, env.PUBLIC_URL),
    twilioApiUrl: env.TWILIO_API_URL,
  }
}

function ownMailServer(env: z.infer<typeof environmentSchema>): OwnMailServer | null {
  const { SMTP_URL, SMTP_FROM, SMTP_FROM_NAME, SMTP_BOUNCE_DOMAIN } = env
  if (!SMTP_URL || !SMTP_FROM) return null
  const { password, ...server } = SMTP_URL
  const settings = {
    ...server,
    from_address: SMTP_FROM,
    from_name: SMTP_FROM_NAME ?? null,
    reply_to: null,
    bounce_domain: SMTP_BOUNCE_DOMAIN ?? null,
    // The operator's mail server signs.
    dkim: null,
  }
  const bounceToken = env.SMTP_BOUNCE_TOKEN ?? null
  return { settings, credentials: { password, dkim_private_key: null }, bounceToken }
}
