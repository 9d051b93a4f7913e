import { join } from 'node:path'
import type { ProcessSpec } from './supervised-process.ts'

/** Worthless outside this machine. */
const CLIENT = { id: 'usher.apps.local-google.test', secret: 'GOCSPX-usher-local' } as const

interface LocalGoogleSettings {
  readonly home: string
  /** Loopback port. */
  readonly port: number
  /** Node's arguments that run it. */
  readonly args: readonly string[]
  /** Where it redirects after consent. */
  readonly redirectUri: string
}

/** Whether to use a local Google: in development, unless a client of the real one is configured. */
export function needsLocalGoogle(
  nodeEnv: string,
  env: Readonly<Record<string, string | undefined>>,
): boolean {
  return nodeEnv !== 'production' && !env.GOOGLE_CLIENT_ID
}

/** The local Google as a process. Its state is kept in the home, so that connections survive a restart. */
export function localGoogleProcess({ home, port, args, redirectUri }: LocalGoogleSettings): ProcessSpec {
  return {
    name: 'local-google',
    args,
    readyUrl: `${localGoogleUrl(port)}/readyz`,
    env: {
      HOST: '127.0.0.1',
      PORT: String(port),
      FILE: join(home, 'google.json'),
      CLIENT_ID: CLIENT.id,
      CLIENT_SECRET: CLIENT.secret,
      REDIRECT_URIS: redirectUri,
      SEED: 'demo',
    },
  }
}

/** Makes calendar-sync use it instead of Google. */
export function localGoogleEnvironment(port: number): Record<string, string> {
  const url = localGoogleUrl(port)
  return {
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_API_URL: url,
    GOOGLE_AUTH_URL: `${url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_REVOKE_URL: `${url}/revoke`,
  }
}

/** Address of its consent page and calendars. */
export function localGoogleUrl(port: number): string {
  return `http://127.0.0.1:${port}`
}
