import { timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'
import { OAuthError } from './oauth-error.ts'

/** A web application registered with the local Google. */
export interface OAuthClient {
  readonly id: string
  readonly secret: string
  readonly name: string
  /** Redirects go only to exact matches. */
  readonly redirectUris: readonly string[]
}

/**
 * Authenticates the client of a token request, by its body or HTTP Basic.
 *
 * @throws OAuthError `invalid_client`
 */
export function authenticateClient(req: Request, clients: readonly OAuthClient[]): OAuthClient {
  const { id, secret } = fromBasic(req.get('authorization')) ?? {
    id: String(req.body?.client_id ?? ''),
    secret: String(req.body?.client_secret ?? ''),
  }
  const client = clients.find((known) => known.id === id)
  if (!client) throw new OAuthError(401, 'invalid_client', 'The OAuth client was not found.')
  if (secret === '') throw new OAuthError(400, 'invalid_request', 'client_secret is missing.')
  const [given, known] = [Buffer.from(secret), Buffer.from(client.secret)]
  if (given.length !== known.length || !timingSafeEqual(given, known)) {
    throw new OAuthError(401, 'invalid_client', 'The provided client secret is invalid.')
  }
  return client
}

function fromBasic(header: string | undefined): { id: string; secret: string } | undefined {
  if (!header?.startsWith('Basic ')) return undefined
  const [id = '', ...secret] = Buffer.from(header.slice(6), 'base64').toString().split(':')
  return { id: decodeURIComponent(id), secret: decodeURIComponent(secret.join(':')) }
}
