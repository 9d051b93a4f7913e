import { IncomingMessage } from 'node:http'
import { OAUTH_PATHS } from '@usher/contracts'
import type { Request } from 'express'
import type { ServiceContext } from '../context.ts'
import { identifierOf } from './access-token.ts'

/** Changes the fields of a form in place. */
type Rewrite = (context: ServiceContext, form: URLSearchParams, req: Request) => Promise<void>

/** Clients show a JWT, the server knows the token by the identifier in it. */
const nameToken: Rewrite = async ({ signingKeys, publicUrl }, form) => {
  const token = form.get('token') ?? ''
  // Anything but a JWT is a refresh token, or nothing.
  if (token.split('.').length !== 3) return
  form.set('token', (await identifierOf(token, publicUrl, signingKeys)) ?? 'unknown')
}

/** Client credentials without a scope get all that the application may have (RFC 6749 §3.3 lets a server choose). */
const giveDefaultScope: Rewrite = async ({ oauthClients }, form, req) => {
  if (form.get('grant_type') !== 'client_credentials' || form.has('scope')) return
  const client = await oauthClients.findAny(form.get('client_id') ?? userOf(req.headers.authorization))
  if (client) form.set('scope', client.scopes.join(' '))
}

export const REWRITES: Readonly<Record<string, Rewrite>> = {
  [OAUTH_PATHS.token]: giveDefaultScope,
  [OAUTH_PATHS.revoke]: nameToken,
  [OAUTH_PATHS.introspect]: nameToken,
}

/** The user of Basic authentication (RFC 7617 §2). */
function userOf(authorization = ''): string {
  const [, encoded = ''] = authorization.split(' ')
  return Buffer.from(encoded, 'base64').toString().split(':', 1)[0] ?? ''
}

/** The same request with another form in it; the OAuth server reads bodies by itself. */
export function requestWith(req: Request, form: URLSearchParams): IncomingMessage {
  const body = Buffer.from(form.toString())
  const copy = new IncomingMessage(req.socket)
  copy.method = req.method
  copy.url = req.url
  copy.headers = { ...req.headers, 'content-length': String(body.length) }
  delete copy.headers['transfer-encoding']
  // It has arrived whole; of one that has not Node closes the connection.
  copy.complete = true
  copy.push(body)
  copy.push(null)
  return copy
}
