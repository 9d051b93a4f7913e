import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { unique } from '../isolation/owner.ts'
import type { Usher } from '../stack.ts'

type Form = Record<string, string>

/** A browser as far as the OAuth server needs one: it keeps cookies and follows redirects when told to. */
class Visitor {
  readonly #url: string
  readonly #cookies = new Map<string, string>()

  constructor(url: string) {
    this.#url = url
  }

  async send(path: string, form?: Form, requestId = unique()) {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, this.#url), {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie, 'x-request-id': requestId },
      ...(form && { body: new URLSearchParams(form) }),
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value) this.#cookies.set(name, value)
      else this.#cookies.delete(name)
    }
    expect(response.headers.get('x-usher-audit')).toBeNull()
    return response
  }

  /** Opens a page; gives the address of the page that it ends at, below the public one. */
  async open(path: string): Promise<string> {
    const { status, headers } = await this.send(path)
    const next = headers.get('location')
    if (status !== 303 || (!next?.startsWith('/') && !next?.startsWith(this.#url))) return path
    return await this.open(new URL(next, this.#url).pathname + new URL(next, this.#url).search)
  }
}

/** What the audit trail must say of a request. */
interface Told {
  readonly request_id: string
  readonly actor: string
  readonly action: string
  readonly outcome: string
  readonly resource: unknown
}

/** Uses the OAuth server in every way that may change something; gives what the trail must say of it. */
export async function sendOAuth(usher: Usher, member: string): Promise<Told[]> {
  const records: Told[] = []
  const note = (action: string, outcome: string, actor: string, resource: unknown) => {
    const request_id = `audit-${unique()}`
    records.push({ request_id, action, outcome, actor, resource })
    return request_id
  }
  await useTokens(usher, note)
  await usePages(usher, member, note)
  return records
}

type Note = (action: string, outcome: string, actor: string, resource: unknown) => string

const TOKEN = expect.stringMatching(/^[0-9a-f]{64}$/)

async function useTokens({ stack, demo }: Usher, note: Note): Promise<void> {
  const visitor = new Visitor(stack.url)
  const { client_id: id } = demo.oauth
  const grant = { grant_type: 'client_credentials', ...demo.oauth }
  const issued = await visitor.send('/oauth/token', grant, note('oauthToken', 'accepted', id, TOKEN))
  const { access_token: token } = (await issued.json()) as { access_token: string }
  const wrong = { ...grant, client_secret: 'wrong' }
  await visitor.send('/oauth/token', wrong, note('oauthToken', 'refused', id, id))
  const revoked = note('oauthRevoke', 'accepted', id, TOKEN)
  expect((await visitor.send('/oauth/revoke', { ...demo.oauth, token }, revoked)).status).toBe(200)
}

async function usePages({ stack, demo }: Usher, member: string, note: Note): Promise<void> {
  const { client_id } = demo.oauth
  for (const [decision, action] of [
    ['consent', 'oauthConsent'],
    ['deny', 'oauthDeny'],
  ] as const) {
    const visitor = new Visitor(stack.url)
    const signIn = await visitor.open(authorizePath(client_id))
    const { email, password } = demo
    const refused = note('oauthSignIn', 'refused', member, member)
    await visitor.send(`${signIn}/sign-in`, { email, password: 'wrong' }, refused)
    const accepted = note('oauthSignIn', 'accepted', member, expect.stringMatching(/^ses_/))
    const signedIn = await visitor.send(`${signIn}/sign-in`, { email, password }, accepted)
    expect(signedIn.status).toBe(303)
    const consent = await visitor.open(new URL(signedIn.headers.get('location') ?? '').pathname)
    const decided = note(action, 'accepted', member, client_id)
    expect((await visitor.send(`${consent}/${decision}`, {}, decided)).status).toBe(303)
  }
}

const authorizePath = (client_id: string): string =>
  `/oauth/authorize?${new URLSearchParams({
    client_id,
    response_type: 'code',
    redirect_uri: 'http://localhost:3000/callback',
    scope: 'queues:read',
    code_challenge: createHash('sha256').update(randomBytes(32)).digest('base64url'),
    code_challenge_method: 'S256',
  })}`
