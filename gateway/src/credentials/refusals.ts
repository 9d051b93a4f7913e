import type { Scope } from '@usher/contracts'
import { ProblemError } from '@usher/service-kit'

/** A refusal whose `WWW-Authenticate` header names the expected credential. */
export class Refusal extends ProblemError {
  readonly challenge: string

  constructor(code: 'unauthorized' | 'insufficient_scope', detail: string, challenge: string) {
    super(code, detail)
    this.challenge = challenge
  }
}

// The challenges of RFC 6750 §3: no error code if the client sent no credential at all.

export const missingToken = (): Refusal =>
  new Refusal(
    'unauthorized',
    'Send your API key or access token as Authorization: Bearer ….',
    'Bearer realm="usher"',
  )

export const invalidToken = (detail = 'The API key is unknown, revoked or expired.'): Refusal =>
  new Refusal('unauthorized', detail, 'Bearer realm="usher", error="invalid_token"')

/** The platform API accepts access tokens and sessions, not API keys (our rule, not RFC 6750's). */
export const noApiKey = (): Refusal =>
  invalidToken('This part of the API takes OAuth 2.0 access tokens, not API keys.')

export const endedSession = (): Refusal =>
  new Refusal('unauthorized', 'The session has ended. Sign in again.', 'Bearer realm="usher"')

export const missingScope = (scope: Scope): Refusal =>
  new Refusal(
    'insufficient_scope',
    `This needs the scope ${scope}.`,
    `Bearer realm="usher", error="insufficient_scope", scope="${scope}"`,
  )
