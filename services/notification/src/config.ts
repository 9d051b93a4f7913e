import { emailAddress } from '@usher/contracts'
import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'
import { z } from 'zod'
import { type SmtpSettings, serverFromUrl } from './providers/smtp/smtp-settings.ts'

const mailServer = z.string().transform((value, context) => {
  try {
    return serverFromUrl(value)
  } catch {
    const message = 'must be smtps://USER:PASSWORD@HOST:PORT, or smtp:// for STARTTLS'
    context.addIssue({ code: 'custom', message })
    return z.NEVER
  }
})

const environmentSchema = foundationVariables
  .extend({
    NODE_ENV: z.string().default('production'),
    SECRET_KEYS: variables.SECRET_KEYS,
    SMTP_URL: mailServer.optional(),
    SMTP_FROM: emailAddress.optional(),
    SMTP_FROM_NAME: z.string().optional(),
    SMTP_BOUNCE_DOMAIN: z.hostname().optional(),
  })
  .refine(({ SMTP_URL, SMTP_FROM }) => !SMTP_URL || SMTP_FROM, {
    path: ['SMTP_FROM'],
    error: 'is required where there is SMTP_URL',
  })

export interface NotificationConfig extends FoundationConfig {
  /** Sign list cursors and seal what is kept under idempotency keys. */
  readonly secretKeys: readonly SecretKey[]
  /** Pretend to send, where nothing that really sends is set up. */
  readonly sandbox: boolean
  /** Mail server of the installation, for organisations without one of their own; null: none. */
  readonly smtp: SmtpSettings | null
}

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): NotificationConfig {
  const env = readEnvironment(environmentSchema, environment)
  return {
    ...foundationConfig(env),
    secretKeys: env.SECRET_KEYS,
    sandbox: env.NODE_ENV !== 'production',
    smtp: smtpSettings(env),
  }
}

function smtpSettings(env: z.infer<typeof environmentSchema>): SmtpSettings | null {
  const { SMTP_URL, SMTP_FROM, SMTP_FROM_NAME, SMTP_BOUNCE_DOMAIN } = env
  if (!SMTP_URL || !SMTP_FROM) return null
  return {
    ...SMTP_URL,
    from_address: SMTP_FROM,
    from_name: SMTP_FROM_NAME ?? null,
    reply_to: null,
    bounce_domain: SMTP_BOUNCE_DOMAIN ?? null,
    // The operator's mail server signs.
    dkim: null,
  }
}
