import { randomBytes } from 'node:crypto'
import { newCallerKeys } from '@usher/local'

/** How a stack is set up for a developer's machine; whoever runs it for others changes these lines. */
const DEVELOPMENT = {
  COMPOSE_PROFILES: 'development',
  NODE_ENV: 'development',
  PUBLIC_URL: 'http://localhost:8080',
  PORT: '8080',
  SMTP_URL: 'smtp://mail:1025',
  SMTP_FROM: 'usher@usher.test',
  // The local Google: its pages in a browser, its API from within.
  GOOGLE_CLIENT_ID: 'usher.apps.local-google.test',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-usher-local',
  GOOGLE_API_URL: 'http://local-google:8080',
  GOOGLE_AUTH_URL: 'http://localhost:8070/o/oauth2/v2/auth',
  GOOGLE_TOKEN_URL: 'http://local-google:8080/token',
  GOOGLE_REVOKE_URL: 'http://local-google:8080/revoke',
}

/** MongoDB takes 6 to 1024 characters of base64 for a key file. */
const MONGODB_KEY_BYTES = 756
const PASSWORD_BYTES = 24

/** A key with which a service seals what it stores, as SECRET_KEYS takes it. */
const sealingKey = () => `k1:${randomBytes(32).toString('base64')}`

const password = () => randomBytes(PASSWORD_BYTES).toString('base64url')

/** Every variable of `.env`, its secrets made anew. */
function newEnvironment(services: readonly string[]): Record<string, string> {
  const caller = newCallerKeys()
  return {
    ...DEVELOPMENT,
    MONGODB_KEY: randomBytes(MONGODB_KEY_BYTES).toString('base64'),
    MONGODB_ROOT_PASSWORD: password(),
    RABBITMQ_PASSWORD: password(),
    GRAFANA_PASSWORD: password(),
    GATEWAY_RABBITMQ_PASSWORD: password(),
    CALLER_PRIVATE_KEY: Buffer.from(caller.privateKey).toString('base64'),
    CALLER_PUBLIC_KEY: Buffer.from(caller.publicKey).toString('base64'),
    ...Object.fromEntries(
      services
        .map((service) => service.toUpperCase().replaceAll('-', '_'))
        .flatMap((prefix) => [
          [`${prefix}_MONGODB_PASSWORD`, password()],
          [`${prefix}_RABBITMQ_PASSWORD`, password()],
          [`${prefix}_SECRET_KEYS`, sealingKey()],
        ]),
    ),
  }
}

/**
 * Adds what an `.env` lacks and leaves what it has: a secret that is made anew could not open what the old one sealed.
 *
 * @param present the file as it is; undefined when there is none
 * @param services names of the services behind the gateway
 * @returns the whole file
 */
export function completeEnvironment(present: string | undefined, services: readonly string[]): string {
  const known = new Set((present ?? '').split('\n').map((line) => line.split('=')[0]?.trim()))
  const { CALLER_PUBLIC_KEY, CALLER_PRIVATE_KEY, ...others } = newEnvironment(services)
  // The halves of a pair belong together.
  const isPairKnown = known.has('CALLER_PRIVATE_KEY') && known.has('CALLER_PUBLIC_KEY')
  const made = { ...others, ...(!isPairKnown && { CALLER_PRIVATE_KEY, CALLER_PUBLIC_KEY }) }
  // An .env from elsewhere is not turned into a developer's.
  const wanted = Object.entries(made).filter(
    ([name]) => !known.has(name) && (present === undefined || !(name in DEVELOPMENT)),
  )
  const before =
    present === undefined || present === '' || present.endsWith('\n') ? (present ?? '') : `${present}\n`
  return before + wanted.map(([name, value]) => `${name}=${value}\n`).join('')
}
