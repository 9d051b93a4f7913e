import type { Project } from './project.ts'
import { assert } from './run.ts'
import { until } from './until.ts'

/** Calls the API, asserts the status of the response and returns its body. */
// biome-ignore lint/suspicious/noExplicitAny: the walk looks into bodies of every shape
export type Call = (status: number, method: string, path: string, body?: object) => Promise<any>

export interface Demo {
  readonly organization_id: string
  readonly email: string
  readonly api_key: string
  readonly oauth: { readonly client_id: string; readonly client_secret: string }
}

/** Makes calls with a bearer token, or without one. */
export const caller =
  (url: string, credential?: string): Call =>
  async (status, method, path, body) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(credential && { authorization: `Bearer ${credential}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert(answer.status === status, `${method} ${path} is answered ${status}: ${answer.status} ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }

/** Reads the demo's credentials from the log of the job that created it. */
export function demoOf(project: Project): Promise<Demo> {
  return until('the demo organisation', async () => {
    const log = await project.compose('logs', '--no-log-prefix', 'demo')
    const line = log.split('\n').find((text) => text.startsWith('{'))
    return line === undefined ? undefined : (JSON.parse(line) as Demo)
  })
}

/** A partner's access token, for `/api`. */
export async function partnerToken(url: string, { oauth }: Demo): Promise<string> {
  const { client_id, client_secret } = oauth
  const body = new URLSearchParams({ client_id, client_secret, grant_type: 'client_credentials' })
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body })
  assert(answer.ok, `a token is given: ${answer.status}`)
  return ((await answer.json()) as { access_token: string }).access_token
}
