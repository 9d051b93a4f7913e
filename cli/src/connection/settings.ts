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
  const login = await readLogin(terminal)
  const address = url ?? USHER_URL
  const key = apiKey ?? USHER_API_KEY
  if (key) return { url: addressOf(address ?? login?.url), credential: { apiKey: key } }
  if (USHER_ACCESS_TOKEN)
    return { url: addressOf(address ?? login?.url), credential: { accessToken: USHER_ACCESS_TOKEN } }
  if (!login) throw notSignedIn('There is no credential.')
  // A token must not be sent to another server than the one that gave it.
  if (address !== undefined && addressOf(address) !== login.url)
    throw notSignedIn(`You are signed in at ${login.url}, not at ${address}.`)
  return { url: login.url, credential: { accessToken: tokenSource(login, terminal) } }
}

const notSignedIn = (message: string) =>
  new Failure(message, {
    advice: 'Sign in with usher login, give --api-key, or set USHER_API_KEY.',
    exitCode: EXIT.notSignedIn,
  })

/** @throws Failure for an API key: bookings take tokens alone, whatever the key may do */
export function requireToken({ credential }: Settings): void {
  if (!('apiKey' in credential)) return
  throw new Failure('API keys do not open bookings.', {
    advice:
      'Sign in with usher login, and leave out --api-key and USHER_API_KEY, which go before the login; or set USHER_ACCESS_TOKEN to the token of an application.',
    exitCode: EXIT.notSignedIn,
  })
}

/** Gives a valid access token, renewed when the one before ends. */
function tokenSource(first: StoredLogin, terminal: Terminal): () => Promise<string> {
  let login = first
  let renewing: Promise<StoredLogin> | undefined
  // Alone: the refresh token is for single use, and whoever uses it again ends the sign-in.
  const renewed = () =>
    configFolder(terminal).alone('login', async () => {
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

/** @throws Failure if it is missing or no address */
export function addressOf(given: string | undefined): string {
  if (!given) {
    throw new Failure('It is not known where Usher is.', {
      advice: 'Give --url or set USHER_URL, for example https://usher.example.com.',
      exitCode: EXIT.usage,
    })
  }
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url && /^https?:$/.test(url.protocol)) return url.origin + url.pathname.replace(/\/+$/, '')
  throw new Failure(`"${given}" is not the address of a server.`, {
    advice: 'Give it with its scheme, for example https://usher.example.com.',
    exitCode: EXIT.usage,
  })
}
