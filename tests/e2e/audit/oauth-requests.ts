import { unique } from '../isolation/owner.ts'
import { authorizePath, Visitor } from '../oauth-visitor.ts'
import type { Usher } from '../stack.ts'

/** What the audit trail must say about a request. */
interface ExpectedRecord {
  readonly request_id: string
  readonly actor: string
  readonly action: string
  readonly outcome: string
  readonly resource: unknown
}

/** Sends every request to the OAuth server that may change something; returns the expected audit records. */
export async function sendOAuth(usher: Usher, member: string): Promise<ExpectedRecord[]> {
  const records: ExpectedRecord[] = []
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
    const refused = note('oauthSignIn', 'refused', member, member)
    await visitor.send(`${signIn}/sign-in`, { email: demo.email, password: 'wrong' }, refused)
    const accepted = note('oauthSignIn', 'accepted', member, expect.stringMatching(/^ses_/))
    const consent = await visitor.signIn(signIn, demo, accepted)
    const decided = note(action, 'accepted', member, client_id)
    expect((await visitor.send(`${consent}/${decision}`, {}, decided)).status).toBe(303)
  }
}
