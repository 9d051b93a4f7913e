import {
  ConfigError,
  type FoundationConfig,
  foundationConfig,
  foundationVariables,
  readEnvironment,
  type SecretKey,
  variables,
} from '@usher/service-kit'
import { z } from 'zod'

/** Our OAuth client at Google, and Google's URLs. */
export interface GoogleConfig {
  readonly clientId: string
  readonly clientSecret: string
  /** Base URL of the Calendar API. */
  readonly apiUrl: string
  /** Page where people give consent. */
  readonly authUrl: string
  readonly tokenUrl: string
  readonly revokeUrl: string
}

export interface CalendarSyncConfig extends FoundationConfig {
  /** Encrypt tokens and sign list cursors. */
  readonly secretKeys: readonly SecretKey[]
  /** Public URL of the gateway, to which Google sends browsers back. */
  readonly publicUrl: string
  /** Polling interval of a calendar, in ms, where Google sends no push notifications. */
  readonly pollMs: number
  /** null: calendars cannot be connected here. */
  readonly google: GoogleConfig | null
}

/** Google's own Calendar API. */
export const DEFAULT_GOOGLE_API_URL = 'https://www.googleapis.com'

/** Treats an empty variable as unset: deployments pass on variables they may not have. */
const optional = z
  .string()
  .optional()
  .transform((value) => value || undefined)

// Google's own URLs: "Using OAuth 2.0 for Web Server Applications" and the Calendar API's discovery document.
const schema = foundationVariables.extend({
  SECRET_KEYS: variables.SECRET_KEYS,
  PUBLIC_URL: variables.url,
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_API_URL: variables.url.default(DEFAULT_GOOGLE_API_URL),
  GOOGLE_AUTH_URL: variables.url.default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKEN_URL: variables.url.default('https://oauth2.googleapis.com/token'),
  GOOGLE_REVOKE_URL: variables.url.default('https://oauth2.googleapis.com/revoke'),
  CALENDAR_POLL_SECONDS: z.coerce.number().int().min(10).max(3_600).default(600),
})

/** @throws ConfigError naming every missing or wrong variable */
export function readConfig(environment: NodeJS.ProcessEnv): CalendarSyncConfig {
  const env = readEnvironment(schema, environment)
  return {
    ...foundationConfig(env),
    secretKeys: env.SECRET_KEYS,
    publicUrl: env.PUBLIC_URL,
    pollMs: env.CALENDAR_POLL_SECONDS * 1_000,
    google: googleOf(env),
  }
}

function googleOf(env: z.infer<typeof schema>): GoogleConfig | null {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env
  if (!clientId && !clientSecret) return null
  if (!clientId || !clientSecret) {
    const missing = clientId ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID'
    throw new ConfigError(`The environment is not complete:\n  ${missing}: is required beside the other`)
  }
  return {
    clientId,
    clientSecret,
    apiUrl: env.GOOGLE_API_URL,
    authUrl: env.GOOGLE_AUTH_URL,
    tokenUrl: env.GOOGLE_TOKEN_URL,
    revokeUrl: env.GOOGLE_REVOKE_URL,
  }
}
