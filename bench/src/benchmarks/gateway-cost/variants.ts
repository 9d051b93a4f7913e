import type { Duty } from '../../peers/gateway-variant.ts'

/** The credential a request carries. */
export type CredentialSent = 'api_key' | 'access_token' | 'session'

/** A gateway with some of its duties, and the requests it receives. */
export interface Variant {
  readonly name: string
  readonly method: 'GET' | 'POST'
  readonly sends: CredentialSent
  readonly duties: readonly Duty[]
}

const ALL: readonly Duty[] = ['credentials', 'limits', 'log', 'records']

/** Reads: all but one carry an API key, whether it is checked or not. */
export const READS = [
  { name: 'GET: forwarding alone', sends: 'api_key', duties: [] },
  { name: 'GET + API key', sends: 'api_key', duties: ['credentials'] },
  { name: 'GET + access token', sends: 'access_token', duties: ['credentials'] },
  { name: 'GET + limits in memory', sends: 'api_key', duties: ['limits'] },
  { name: 'GET + access log, metrics', sends: 'api_key', duties: ['log'] },
  { name: 'GET + records', sends: 'api_key', duties: ['records'] },
  { name: 'GET + all, API key', sends: 'api_key', duties: ALL },
] as const satisfies readonly Omit<Variant, 'method'>[]

/** Writes in a session: the service's response carries a note for the audit trail. */
export const WRITES = [
  { name: 'POST: forwarding alone', sends: 'session', duties: [] },
  { name: 'POST + session, CSRF token', sends: 'session', duties: ['credentials'] },
  { name: 'POST + records with audit', sends: 'session', duties: ['records'] },
  { name: 'POST + all, session', sends: 'session', duties: ALL },
] as const satisfies readonly Omit<Variant, 'method'>[]
