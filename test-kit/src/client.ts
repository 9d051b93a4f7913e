import { CALLER_HEADER } from '@usher/service-kit'

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  readonly body: any
}

export interface RequestOptions {
  readonly body?: unknown
  /** Sent as they are; `body` as JSON. */
  readonly headers?: Record<string, string>
}

export type Client = (method: string, path: string, options?: RequestOptions) => Promise<Answer>

const client =
  (url: string, credential: Record<string, string>): Client =>
  async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...credential,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
  }

/** Calls the gateway as an API client does. */
export const apiClient = (url: string, apiKey: string): Client =>
  client(url, { authorization: `Bearer ${apiKey}` })

/** Calls a service as the gateway does. */
export const serviceClient = (url: string, callerToken: string): Client =>
  client(url, { [CALLER_HEADER]: callerToken, 'x-request-id': 'test-request' })
