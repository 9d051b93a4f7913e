import { randomUUID } from 'node:crypto'
import { ALL_SCOPES, type Operation, SCOPES, testOrganizationId } from '@usher/contracts'
import type { DemoPartner } from '@usher/local'
import {
  type Answer,
  apiClient,
  type Client,
  clientToken,
  openClient,
  type RequestOptions,
  sessionClient,
} from '@usher/test-kit'
import { authorizePath, Visitor } from '../oauth-visitor.ts'
import type { Usher } from '../stack.ts'
import type { Watch } from './watch.ts'

/** Values for path parameters by name, and for other identifiers of a resource. */
export type Params = Readonly<Record<string, string>>

/** An owner at work: signed in, with an API key and a webhook receiver. */
export interface Owner {
  readonly organizationId: string
  /** Calls in the session, which may do everything. */
  readonly call: Client
  /** Every credential that an operation accepts, by name. */
  credentials(operation: Operation): readonly (readonly [name: string, call: Client])[]
  /** Without a credential. */
  readonly open: Client
  readonly receiverUrl: string
  /** Creates another session. */
  signIn(): Promise<Client>
  /** Grants an application access on behalf of the owner. */
  consent(clientId: string): Promise<void>
  /** Sends a request that must succeed; returns the body of the response. */
  ask(method: string, path: string, body?: unknown): Promise<Answer['body']>
}

/** Signs in the owner of a demo organisation. `watch` sees every exchange. */
export async function signInOwner(
  { stack: { url } }: Usher,
  demo: DemoPartner,
  { receiverUrl, watch }: { receiverUrl: string; watch: Watch },
): Promise<Owner> {
  const signIn = async () => watch(await sessionClient(url, demo))
  const [call, open, byKey] = [await signIn(), watch(openClient(url)), watch(apiClient(url, demo.api_key))]
  const byToken = watch(apiClient(url, await clientToken(url, demo.oauth)))
  return {
    organizationId: demo.organization_id,
    call,
    credentials: ({ scope, path }) => [
      ['session', call],
      ...(scope !== null && scope in SCOPES ? ([['access token', byToken]] as const) : []),
      ...(scope !== null && scope in SCOPES && !path.startsWith('/api/')
        ? ([['API key', byKey]] as const)
        : []),
    ],
    open,
    receiverUrl,
    signIn,
    consent: (clientId) => consent(url, demo, clientId),
    ask: askBy(call),
  }
}

const askBy =
  (call: Client): Owner['ask'] =>
  async (method, path, body) => {
    const answer = await call(method, path, { body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.detail}`)
    return answer.body
  }

async function consent(url: string, owner: DemoPartner, clientId: string): Promise<void> {
  const visitor = new Visitor(url)
  const page = await visitor.signIn(await visitor.open(authorizePath(clientId)), owner)
  const { status } = await visitor.send(`${page}/consent`, {})
  if (status !== 303) throw new Error(`the consent was answered with ${status}`)
}

/** The request of an operation. */
export interface OperationRequest extends RequestOptions {
  readonly params?: Params
  /** Without the question mark. */
  readonly query?: string
}

/** Sends the request of an operation. */
export function send(
  call: Client,
  { method, path }: Operation,
  { params = {}, query, ...options }: OperationRequest,
): Promise<Answer> {
  const search = query === undefined ? '' : `?${query}`
  return call(method.toUpperCase(), fill(path, params) + search, options)
}

/** A path with its parameters filled in. */
export const fill = (path: string, params: Params): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const value = params[name]
    if (value === undefined) throw new Error(`nothing is known to fill {${name}} of ${path} with`)
    return encodeURIComponent(value)
  })

/** The same owner with the test data of the organisation: by session and by key, as tokens are for live data alone. */
export async function withTestData(owner: Owner, url: string, watch: Watch): Promise<Owner> {
  const call: Client = (method, path, options = {}) =>
    owner.call(method, path, { ...options, headers: { 'usher-mode': 'test', ...options.headers } })
  const body = { name: 'Tests', scopes: ALL_SCOPES, livemode: false }
  const key = watch(apiClient(url, (await owner.call('POST', '/account/api-keys', { body })).body.api_key))
  return {
    ...owner,
    organizationId: testOrganizationId(owner.organizationId),
    call,
    credentials: (operation) => [
      ['session', call],
      ...owner.credentials(operation).flatMap(([name]) => (name === 'API key' ? [[name, key] as const] : [])),
    ],
    ask: askBy(call),
  }
}

/** A value that is never used twice. */
export const unique = (): string => randomUUID().slice(0, 8)
