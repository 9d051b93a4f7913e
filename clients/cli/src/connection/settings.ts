import { configFolder } from '../config/config-folder.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { isFresh, renew } from './authorization-server.ts'
import { readLogin, type StoredLogin, writeLogin } from './stored-login.ts'

/** The options of every command. */
export interface CommonOptions {
  readonly apiKey?: string
  readonly url?: string
  readonly json?: boolean
  /** Id of a test clock. */
  readonly clock?: string
}

/** As the client takes it. */
export type Credential =
  | { readonly apiKey: string }
  | { readonly accessToken: string | (() => Promise<string>) }

/** Where Usher is, and the credential to use there. */
export interface Settings {
  readonly url: string
  readonly credential: Credential
}

/**
 * Reads where to send requests, and as whom: options before the environment, and that before the login.
 *
 * @throws Failure if something is missing
 */
export async function readSettings({ apiKey, url }: CommonOptions, terminal: Terminal): Promise<Settings> {
  const { USHER_API_KEY, USHER_ACCESS_TOKEN, USHER_URL } = terminal.env
  const address = url ?? USHER_URL
  const key = apiKey ?? USHER_API_KEY
  // Not read if nothing is missing: there may be no home folder.
  const login = address && (key || USHER_ACCESS_TOKEN) ? undefined : await readLogin(terminal)
  if (key) return { url: addressOf(address ?? login?.url, terminal.env), credential: { apiKey: key } }
  if (USHER_ACCESS_TOKEN)
    return {
      url: addressOf(address ?? login?.url, terminal.env),
      credential: { accessToken: USHER_ACCESS_TOKEN },
    }
  if (!login) throw notSignedIn('You are not signed in, and there is no API key.')
  // A token must not be sent to another server than the one that gave it.
  if (address !== undefined && addressOf(address, terminal.env) !== login.url)
    throw notSignedIn(`You are signed in at ${login.url}, not at ${address}.`)
  return { url: login.url, credential: { accessToken: tokenSource(login, terminal) } }
}

const notSignedIn = (message: string) =>
  new Failure(message, {
    advice: 'Sign in with usher login, give --api-key, or set USHER_API_KEY.',
    exitCode: EXIT.notSignedIn,
  })

/** @throws Failure for an API key: bookings accept tokens only, whatever the scopes of the key */
export function requireToken({ credential }: Settings): void {
  if (!('apiKey' in credential)) return
  throw new Failure('API keys cannot access bookings.', {
    advice:
      'Sign in with usher login, and leave out --api-key and USHER_API_KEY, which take precedence over the login; or set USHER_ACCESS_TOKEN to the token of an application.',
    exitCode: EXIT.notSignedIn,
  })
}

/** Gives a valid access token, and renews it before it expires. */
function tokenSource(first: StoredLogin, terminal: Terminal): () => Promise<string> {
  let login = first
  let renewing: Promise<StoredLogin> | undefined
  // Under a lock: a refresh token is for one use, and using it again revokes the login.
  const renewed = () =>
    configFolder(terminal).withLock('login', async () => {
      const kept = await readLogin(terminal)
      if (kept && isFresh(kept, new Date())) return kept
      const made = await renew(kept ?? login, new Date())
      await writeLogin(made, terminal)
      return made
    })
  return async () => {
    if (isFresh(login, new Date())) return login.accessToken
    renewing ??= renewed().finally(() => {
      renewing = undefined
    })
    login = await renewing
    return login.accessToken
  }
}

/** This machine: requests to it cross no network. */
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/

/** @throws Failure if it is missing or no address, or if credentials could be read on their way there */
export function addressOf(given: string | undefined, env: Terminal['env']): string {
  if (!given) {
    throw new Failure('The address of Usher is missing.', {
      advice: 'Give --url or set USHER_URL, for example https://usher.example.com.',
      exitCode: EXIT.usage,
    })
  }
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url?.protocol === 'http:' && !LOOPBACK.test(url.hostname) && !env.USHER_ALLOW_HTTP) {
    throw new Failure(`Others could read your credential on its way to ${url.origin}.`, {
      advice: 'Use https. In a network that you trust, set USHER_ALLOW_HTTP=1.',
      exitCode: EXIT.usage,
    })
  }
  if (url && /^https?:$/.test(url.protocol)) return url.origin + url.pathname.replace(/\/+$/, '')
  throw new Failure(`"${given}" is not the address of a server.`, {
    advice: 'Give it with its scheme, for example https://usher.example.com.',
    exitCode: EXIT.usage,
  })
}
