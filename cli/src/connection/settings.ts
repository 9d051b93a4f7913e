import { EXIT } from '../terminal/exit-codes.ts'
import { Failure } from '../terminal/failure.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** The options of every command. */
export interface CommonOptions {
  readonly apiKey?: string
  readonly url?: string
  readonly json?: boolean
}

/** Where Usher is, and the API key to use there. */
export interface Settings {
  readonly url: string
  readonly apiKey: string
}

/**
 * Reads where to send requests: options before the environment.
 *
 * @throws Failure if something is missing
 */
export function readSettings({ apiKey, url }: CommonOptions, { env }: Terminal): Settings {
  const key = apiKey ?? env.USHER_API_KEY
  if (!key) {
    throw new Failure('There is no credential.', {
      advice: 'Give --api-key or set USHER_API_KEY.',
      exitCode: EXIT.notSignedIn,
    })
  }
  return { url: addressOf(url ?? env.USHER_URL), apiKey: key }
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
