import { randomUUID } from 'node:crypto'
import type { Middleware } from 'openapi-fetch'
import { usherErrorOf } from './usher-error.ts'

export type Credential =
  | { readonly apiKey: string }
  /** An OAuth access token, or a function that returns a valid one; called before every request. */
  | { readonly accessToken: string | (() => string | Promise<string>) }

export const authorization = (credential: Credential): Middleware => ({
  async onRequest({ request }) {
    request.headers.set('authorization', `Bearer ${await bearerOf(credential)}`)
  },
})

async function bearerOf(credential: Credential): Promise<string> {
  if ('apiKey' in credential) return credential.apiKey
  const { accessToken } = credential
  return typeof accessToken === 'string' ? accessToken : accessToken()
}

/** One key per POST call, so that a retry does not repeat the effect. */
export const idempotencyKeys: Middleware = {
  onRequest({ request }) {
    if (request.method === 'POST' && !request.headers.has('idempotency-key'))
      request.headers.set('idempotency-key', randomUUID())
  },
}

export const throwErrors: Middleware = {
  async onResponse({ response }) {
    if (!response.ok) throw await usherErrorOf(response)
  },
}
