import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  type MailServer,
  mailVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'
import { z } from 'zod'

const environmentSchema = foundationVariables
  .extend({
    NODE_ENV: z.string().default('production'),
    SECRET_KEYS: variables.SECRET_KEYS,
    PUBLIC_URL: variables.url,
    MAIL_OUTBOX: z.string().min(1).optional(),
    ...mailVariables,
  })
  .refine(({ SMTP_URL, SMTP_FROM }) => !SMTP_URL || SMTP_FROM, {
    error: 'is required with SMTP_URL',
    path: ['SMTP_FROM'],
  })
  .refine(({ NODE_ENV, MAIL_OUTBOX }) => NODE_ENV !== 'production' || MAIL_OUTBOX === undefined, {
    error: 'must not be set in production: whoever reads the folder can take over accounts',
    path: ['MAIL_OUTBOX'],
  })

/** The mail server and the sender. */
export interface MailSettings extends MailServer {
  readonly fromAddress: string
  readonly fromName: string
}

export interface AccountsConfig extends FoundationConfig {
  /**
   * Sign list cursors and the audit trail; encrypt second-factor secrets, links in events and stored
   * responses to idempotent requests.
   */
  readonly secretKeys: readonly SecretKey[]
  /** Public URL of the gateway: base of links, and decides the attributes of the session cookie. */
  readonly publicUrl: string
  /** Folder to which mails are written, in development. */
  readonly mailOutbox?: string | undefined
  /** Whether sign-up requires confirming the address by mail. */
  readonly verifiesAddresses?: boolean
  /** null: send no mail. */
  readonly mail?: MailSettings | null
}

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): AccountsConfig {
  const env = readEnvironment(environmentSchema, environment)
  return {
    ...foundationConfig(env),
    secretKeys: env.SECRET_KEYS,
    publicUrl: env.PUBLIC_URL,
    mailOutbox: env.MAIL_OUTBOX,
    mail: mailSettings(env),
    // In development, and without mail, nobody could confirm.
    verifiesAddresses: env.NODE_ENV === 'production' && mailSettings(env) !== null,
  }
}

function mailSettings(env: z.infer<typeof environmentSchema>): MailSettings | null {
  const { SMTP_URL, SMTP_FROM, SMTP_FROM_NAME = 'Usher' } = env
  return SMTP_URL && SMTP_FROM ? { ...SMTP_URL, fromAddress: SMTP_FROM, fromName: SMTP_FROM_NAME } : null
}

const databaseVariables = z.object({
  MONGODB_URL: variables.MONGODB_URL,
  NODE_ENV: z.string().default('development'),
})

/** Configuration for commands that only use the database. @throws ConfigError */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(databaseVariables, environment)
  return { mongoUrl: env.MONGODB_URL, isProduction: env.NODE_ENV === 'production' }
}
