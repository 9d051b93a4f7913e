import {
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  mailVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'
import { z } from 'zod'
import type { MailSettings } from './mail/mailer.ts'

const environmentSchema = foundationVariables
  .extend({
    NODE_ENV: z.string().default('production'),
    SECRET_KEYS: variables.SECRET_KEYS,
    PUBLIC_URL: variables.url,
    MAIL_OUTBOX: z.string().min(1).optional(),
    ...mailVariables,
  })
  .refine(({ SMTP_URL, SMTP_FROM }) => !SMTP_URL || SMTP_FROM, {
    error: 'is required where there is SMTP_URL',
    path: ['SMTP_FROM'],
  })
  .refine(({ NODE_ENV, MAIL_OUTBOX }) => NODE_ENV !== 'production' || MAIL_OUTBOX === undefined, {
    error: 'must not be set in production: whoever reads the folder can take over accounts',
    path: ['MAIL_OUTBOX'],
  })

export interface AccountsConfig extends FoundationConfig {
  /** Sign list cursors and the audit trail; seal secrets of second factors, links in events, answers that may be asked for again. */
  readonly secretKeys: readonly SecretKey[]
  /** Address under which browsers know the gateway; links lead there, and it decides what the session cookie is like. */
  readonly publicUrl: string
  /** Folder into which mails are written, in development. */
  readonly mailOutbox?: string | undefined
  /** Whether members who sign up have to prove their addresses by a mail. */
  readonly verifiesAddresses?: boolean
  /** null: no mail is sent. */
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
    // On a developer's machine, and where no mail is sent, nobody could.
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

/** What the commands that work on the database alone need. @throws ConfigError */
export function readDatabaseConfig(environment: NodeJS.ProcessEnv) {
  const env = readEnvironment(databaseVariables, environment)
  return { mongoUrl: env.MONGODB_URL, isProduction: env.NODE_ENV === 'production' }
}
