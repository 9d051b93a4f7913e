import { randomInt } from 'node:crypto'
import { CALLER_HEADER } from '@usher/service-kit'
import { recordProblem } from './examples/record.ts'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any
}

export interface RequestOptions {
  readonly body?: unknown
  /** Sent unchanged, as are texts and bytes in `body`; anything else in `body` is sent as JSON. */
  readonly headers?: Record<string, string>
}

export type Client = (method: string, path: string, options?: RequestOptions) => Promise<Answer>

/** An address of the benchmarking block (RFC 2544): limits by address then count one client, not all tests together. */
export const newAddress = (): string => `198.18.${randomInt(256)}.${randomInt(256)}`

/** Shorter than a test's timeout, which does not say what it waited for. */
const ANSWER_MS = 100_000

/** If proxies on this machine are trusted, each client gets its own address; otherwise the header has no effect. */
function client(url: string, credential: Record<string, string>): Client {
  const address = newAddress()
  return async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      headers: {
        'x-forwarded-for': address,
        ...credential,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: bytesOf(body) }),
    }).catch((cause) => {
      throw new Error(`${method} ${path} was not answered`, { cause })
    })
    const text = isStream(response)
      ? await firstPiece(response)
      : new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer())
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    const answer = {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    }
    // The gateway's own header: services are called directly only by their own tests.
    if (response.headers.has('content-security-policy')) recordProblem(answer.body)
    return answer
  }
}

const bytesOf = (body: unknown): string | Uint8Array<ArrayBuffer> =>
  typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body)

const isStream = ({ headers }: Response): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') ?? false

/** The first chunk of a response that does not end. */
async function firstPiece({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const piece = await reader?.read()
  await reader?.cancel()
  return Buffer.from(piece?.value ?? []).toString()
}

/** Calls the gateway as an API client does. */
export const apiClient = (url: string, apiKey: string): Client =>
  client(url, { authorization: `Bearer ${apiKey}` })

/**
 * A token of an application for itself.
 *
 * @throws Error with the answer if it is refused
 */
export async function clientToken(
  url: string,
  { client_id, client_secret }: { readonly client_id: string; readonly client_secret: string },
): Promise<string> {
  const form = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' })
  const { status, body } = await openClient(url)('POST', '/oauth/token', {
    body: String(form),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  if (status !== 200) throw new Error(`the token was answered ${status}: ${JSON.stringify(body)}`)
  return body.access_token
}

/** Calls the gateway without a credential. */
export const openClient = (url: string): Client => client(url, {})

/** Signs in at the gateway, and calls it like Usher's pages: with the cookie and the CSRF token. */
export async function sessionClient(
  url: string,
  member: { email: string; password: string },
): Promise<Client> {
  const { email, password } = member
  const { status, headers, body } = await openClient(url)('POST', '/account/sign-in', {
    body: { email, password },
  })
  if (status !== 200) throw new Error(`the sign-in was answered ${status}`)
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? ''
  return client(url, { cookie, 'x-csrf-token': body.csrf_token })
}

/**
 * Calls a service as the gateway does.
 *
 * @param callerToken signed per request: it is valid for seconds, and a test may take minutes
 */
export function serviceClient(url: string, callerToken: () => string): Client {
  const call = client(url, { 'x-request-id': 'test-request' })
  return (method, path, { body, headers } = {}) =>
    call(method, path, { body, headers: { [CALLER_HEADER]: callerToken(), ...headers } })
}
