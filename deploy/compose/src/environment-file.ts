import { randomBytes } from 'node:crypto'
import { inCapitals } from '@usher/contracts/services'
import { newCallerKeys, newPushKey } from '@usher/local'

/** Settings for a developer's machine; anybody who runs Usher for others changes these lines. */
const DEVELOPMENT = {
  COMPOSE_PROFILES: 'development',
  NODE_ENV: 'development',
  PUBLIC_URL: 'http://localhost:8080',
  PORT: '8080',
  SMTP_URL: 'smtp://mail:1025',
  SMTP_FROM: 'usher@usher.test',
  WEB_PUSH_CONTACT: 'mailto:usher@usher.test',
  // The local Google: its pages as the browser sees them, its API as the services see it.
  GOOGLE_CLIENT_ID: 'usher.apps.local-google.test',
  GOOGLE_CLIENT_SECRET: 'GOCSPX-usher-local',
  GOOGLE_API_URL: 'http://local-google:8080',
  GOOGLE_AUTH_URL: 'http://localhost:8070/o/oauth2/v2/auth',
  GOOGLE_TOKEN_URL: 'http://local-google:8080/token',
  GOOGLE_REVOKE_URL: 'http://local-google:8080/revoke',
}

/** MongoDB accepts key files of 6 to 1024 base64 characters. */
const MONGODB_KEY_BYTES = 756
const PASSWORD_BYTES = 24

/** A key for encrypting a service's stored secrets, in the format of SECRET_KEYS. */
const sealingKey = () => `k1:${randomBytes(32).toString('base64')}`

const password = () => randomBytes(PASSWORD_BYTES).toString('base64url')

/** Every variable of `.env`, with new secrets. */
function newEnvironment(services: readonly string[]): Record<string, string> {
  const caller = newCallerKeys()
  return {
    ...DEVELOPMENT,
    MONGODB_KEY: randomBytes(MONGODB_KEY_BYTES).toString('base64'),
    MONGODB_ROOT_PASSWORD: password(),
    RABBITMQ_PASSWORD: password(),
    WEB_PUSH_PRIVATE_KEY: newPushKey(),
    BOOKING_CODE_KEYS: sealingKey(),
    GRAFANA_PASSWORD: password(),
    GATEWAY_RABBITMQ_PASSWORD: password(),
    CALLER_PRIVATE_KEY: Buffer.from(caller.privateKey).toString('base64'),
    CALLER_PUBLIC_KEY: Buffer.from(caller.publicKey).toString('base64'),
    ...Object.fromEntries(
      services.map(inCapitals).flatMap((prefix) => [
        [`${prefix}_MONGODB_PASSWORD`, password()],
        [`${prefix}_RABBITMQ_PASSWORD`, password()],
        [`${prefix}_SECRET_KEYS`, sealingKey()],
      ]),
    ),
  }
}

/**
 * Adds what an `.env` lacks and keeps what it has: data encrypted with an old secret cannot be read with a new one.
 *
 * @param present the file as it is; undefined when there is none
 * @param services names of the services behind the gateway
 * @returns the whole file
 */
export function completeEnvironment(present: string | undefined, services: readonly string[]): string {
  const known = new Set((present ?? '').split('\n').map((line) => line.split('=')[0]?.trim()))
  const { CALLER_PUBLIC_KEY, CALLER_PRIVATE_KEY, ...others } = newEnvironment(services)
  // Never replace one half of a key pair.
  const isPairKnown = known.has('CALLER_PRIVATE_KEY') && known.has('CALLER_PUBLIC_KEY')
  const made = { ...others, ...(!isPairKnown && { CALLER_PRIVATE_KEY, CALLER_PUBLIC_KEY }) }
  // Do not add development settings to an .env that was not made here.
  const wanted = Object.entries(made).filter(
    ([name]) => !known.has(name) && (present === undefined || !(name in DEVELOPMENT)),
  )
  const before =
    present === undefined || present === '' || present.endsWith('\n') ? (present ?? '') : `${present}\n`
  return before + wanted.map(([name, value]) => `${name}=${value}\n`).join('')
}
