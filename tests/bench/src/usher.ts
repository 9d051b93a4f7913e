import { createPrivateKey, type KeyObject } from 'node:crypto'
import { join } from 'node:path'
import { ALL_SCOPES } from '@usher/contracts'
import { CALLER_HEADER, newId, signCaller } from '@usher/service-kit'
import type { Bench } from './bench-context.ts'
import { nodeArguments, readJson, runCommand, type Stack, seedDemo, startStack } from './local.ts'
import type { Pids } from './measure/cpu.ts'

type Headers = Readonly<Record<string, string>>

/** A running Usher with a demo organisation. */
export interface Usher extends AsyncDisposable {
  /** Address of the gateway. */
  readonly url: string
  /** Address of the queue service. */
  readonly queueUrl: string
  /** Headers of a client of the gateway. */
  readonly clientHeaders: Headers
  /** Headers of a partner's application, which may use the platform API. */
  partnerHeaders(): Promise<Headers>
  /** Headers with which the gateway would call a service; valid for a minute. */
  gatewayHeaders(): Headers
  /** Processes by name; `mongod` and `rabbitmq` if they are private. */
  pids(...names: string[]): Pids
  /** Headers of clients of this many organisations: a single one would soon hit its rate limit. */
  createClients(count: number): Promise<Headers[]>
  /** Calls the public API. @throws Error for an answer other than success */
  // biome-ignore lint/suspicious/noExplicitAny: callers know what they asked for
  call(method: string, path: string, body?: object, headers?: Headers): Promise<any>
}

/**
 * Starts Usher's processes as `npm start` does, logging to files at the default level.
 *
 * @param env settings for all processes; they override the defaults
 */
export async function startUsher(bench: Bench, env: Readonly<Record<string, string>> = {}): Promise<Usher> {
  const { servers, log, signal } = bench
  const home = join(bench.home, newId('organization'))
  const stack = await startStack({ ...servers, home, env, log, signal })
  const demo = await seedDemo(home, stack)
  const seeded = (await readJson(join(home, 'demo.json'))) as Seeded | undefined
  if (!demo || !seeded?.organization_id) throw new Error('the demo organisation was not created')
  const clientHeaders = headersOf(demo.api_key)
  const url = loopback(stack, 'gateway')
  const { organization_id } = seeded
  return {
    url,
    queueUrl: loopback(stack, 'queue'),
    clientHeaders,
    partnerHeaders: () => partnerHeaders(url, seeded.oauth ?? {}),
    gatewayHeaders: () => gatewayHeaders(organization_id, privateKeyOf(stack)),
    pids: (...names) => pidsOf(bench, stack, names),
    createClients: (count) => createClients(stack, count),
    call: (method, path, body, headers = clientHeaders) => call(`${url}${path}`, { method, headers }, body),
    [Symbol.asyncDispose]: () => stack.stop(),
  }
}

/** The fields used from demo.json. */
interface Seeded {
  readonly organization_id?: string
  readonly oauth?: Readonly<Record<string, string>>
}

async function partnerHeaders(url: string, client: Readonly<Record<string, string>>): Promise<Headers> {
  const body = new URLSearchParams({ ...client, grant_type: 'client_credentials' })
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body })
  return headersOf(((await answer.json()) as { access_token: string }).access_token)
}

const headersOf = (key: string): Headers => ({
  authorization: `Bearer ${key}`,
  'content-type': 'application/json',
})

async function createClients({ environments }: Stack, count: number): Promise<Headers[]> {
  const args = [...nodeArguments('tests/bench/src/create-clients.ts'), String(count)]
  const env = { ...process.env, ...environments.accounts }
  const { code, stdout, output } = await runCommand(process.execPath, args, { env })
  if (code !== 0) throw new Error(`the organisations were not created: ${output}`)
  return (JSON.parse(stdout) as string[]).map(headersOf)
}

const loopback = ({ environments }: Stack, name: string) => `http://127.0.0.1:${environments[name]?.PORT}`

const privateKeyOf = ({ environments }: Stack): KeyObject =>
  createPrivateKey(Buffer.from(environments.gateway?.CALLER_PRIVATE_KEY ?? '', 'base64'))

function gatewayHeaders(organizationId: string, key: KeyObject): Headers {
  const caller = {
    organization_id: organizationId,
    actor: newId('apiKey'),
    scopes: ALL_SCOPES,
    plan: 'development',
    early_access: true,
    country: 'US',
    timezone: 'UTC',
  } as const
  return { [CALLER_HEADER]: signCaller(caller, key), 'content-type': 'application/json' }
}

function pidsOf({ servers }: Bench, stack: Stack, names: readonly string[]): Pids {
  const ours = { mongod: servers.mongo.pid, rabbitmq: servers.rabbit.pid }
  const all: Record<string, number | undefined> = { ...stack.pids(), ...ours }
  return Object.fromEntries(names.flatMap((name) => (all[name] ? [[name, all[name]]] : [])))
}

async function call(url: string, init: RequestInit, body: object | undefined): Promise<unknown> {
  const response = await fetch(url, { ...init, ...(body && { body: JSON.stringify(body) }) })
  const text = await response.text()
  if (!response.ok) throw new Error(`${init.method} ${url}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
