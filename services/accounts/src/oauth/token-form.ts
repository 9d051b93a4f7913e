import { IncomingMessage } from 'node:http'
import { OAUTH_PATHS } from '@usher/contracts'
import express, { type Request } from 'express'
import type { ServiceContext } from '../context.ts'
import { identifierOf } from './access-token.ts'

/** Reads a form whose request is handed on with `requestWith`. */
export const readForm = express.text({ type: 'application/x-www-form-urlencoded', limit: '20kb' })

export const formOf = (req: Request): URLSearchParams =>
  new URLSearchParams(typeof req.body === 'string' ? req.body : '')

/** Changes form fields in place. */
type Rewrite = (context: ServiceContext, form: URLSearchParams, req: Request) => Promise<void>

/** Clients present a JWT; the server knows the token by its jti. */
const replaceJwtById: Rewrite = async ({ signingKeys, publicUrl }, form) => {
  const token = form.get('token') ?? ''
  // Anything but a JWT is a refresh token or invalid.
  if (token.split('.').length !== 3) return
  form.set('token', (await identifierOf(token, publicUrl, signingKeys)) ?? 'unknown')
}

/**
 * Client credentials without a scope get all scopes of the application (RFC 6749 §3.3 lets a server choose).
 */
const giveDefaultScope: Rewrite = async ({ oauthClients }, form, req) => {
  if (form.get('grant_type') !== 'client_credentials' || form.has('scope')) return
  const client = await oauthClients.findAny(clientIdOf(form, req))
  if (client) form.set('scope', client.scopes.join(' '))
}

export const REWRITES: Readonly<Record<string, Rewrite>> = {
  [OAUTH_PATHS.token]: giveDefaultScope,
  [OAUTH_PATHS.revoke]: replaceJwtById,
  [OAUTH_PATHS.introspect]: replaceJwtById,
}

/** The client that a request names, whether it may or not. */
export const clientIdOf = (form: URLSearchParams, req: Request): string =>
  form.get('client_id') ?? userOf(req.headers.authorization)

/** The user name in Basic authentication (RFC 7617 §2). */
function userOf(authorization = ''): string {
  const [, encoded = ''] = authorization.split(' ')
  return Buffer.from(encoded, 'base64').toString().split(':', 1)[0] ?? ''
}

/** Copies a request with another body; the OAuth server parses bodies itself. */
export function requestWith(req: Request, text: string, type?: string): IncomingMessage {
  const body = Buffer.from(text)
  const copy = new IncomingMessage(req.socket)
  copy.method = req.method
  copy.url = req.url
  copy.headers = { ...req.headers, 'content-length': String(body.length) }
  if (type !== undefined) copy.headers['content-type'] = type
  delete copy.headers['transfer-encoding']
  // Mark it complete: Node closes the connection of an incomplete one.
  copy.complete = true
  copy.push(body)
  copy.push(null)
  return copy
}
