import { createHash, randomBytes } from 'node:crypto'
import type { Usher } from '../../usher.ts'
import { type Guarantee, newAddress, type Trial, trialOfReading, type Venue } from './trial.ts'

const REDIRECT_URI = 'http://localhost:3000/callback'
const SCOPE = 'queues:read'
/** Redirects from the authorization through consent back to the application. */
const MAX_STEPS = 10

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

/** Calls the OAuth server as the demo's application. */
function callAs({ url, demo }: Usher, path: string, form: Readonly<Record<string, string>>) {
  const body = new URLSearchParams({ ...demo.oauth, ...form })
  return fetch(url + path, { method: 'POST', headers: newAddress(), body })
}

async function tokensBy(usher: Usher, form: Readonly<Record<string, string>>): Promise<Tokens> {
  const answer = await callAs(usher, '/oauth/token', form)
  if (!answer.ok) throw new Error(`no token: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Tokens
}

async function revoke(usher: Usher, token: string): Promise<void> {
  const answer = await callAs(usher, '/oauth/revoke', { token })
  if (!answer.ok) throw new Error(`not revoked: ${answer.status} ${await answer.text()}`)
}

/** Authorizes the application in the owner's browser, consent included; returns the authorization code. */
async function authorize({ usher, owner }: Venue, challenge: string): Promise<string> {
  const cookies = new Map([['', owner.cookie ?? '']])
  const address = newAddress()
  const step = async (target: URL, method: 'GET' | 'POST'): Promise<Response> => {
    const headers = { ...address, cookie: [...cookies.values()].join('; ') }
    const answer = await fetch(target, { method, headers, redirect: 'manual' })
    for (const pair of answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? ''))
      cookies.set(pair.split('=')[0] ?? '', pair)
    return answer
  }
  const parameters = {
    client_id: usher.demo.oauth.client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: SCOPE,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  let target = new URL(`${usher.url}/oauth/authorize?${new URLSearchParams(parameters)}`)
  for (let i = 0; i < MAX_STEPS; i += 1) {
    const isKnown = await step(target, 'GET')
    // A page instead of a redirect is the consent page.
    const answer = isKnown.status === 200 ? await step(new URL(`${target}/consent`), 'POST') : isKnown
    target = new URL(answer.headers.get('location') ?? '', target)
    if (target.href.startsWith(REDIRECT_URI)) break
  }
  const code = target.searchParams.get('code')
  if (!code) throw new Error(`the authorization ended at ${target}`)
  return code
}

async function consent(venue: Venue): Promise<Tokens> {
  const code_verifier = randomBytes(32).toString('base64url')
  const code = await authorize(venue, createHash('sha256').update(code_verifier).digest('base64url'))
  const form = { grant_type: 'authorization_code', code, code_verifier, redirect_uri: REDIRECT_URI }
  return tokensBy(venue.usher, form)
}

const trialOf = (venue: Venue, { access_token }: Tokens, change: Trial['change']) =>
  trialOfReading(
    venue,
    { path: '/v1/queues', headers: { authorization: `Bearer ${access_token}` }, refused: 401 },
    change,
  )

const tokenRevoked: Guarantee = {
  what: 'an OAuth token is revoked',
  async prepare(venue) {
    const tokens = await tokensBy(venue.usher, { grant_type: 'client_credentials', scope: SCOPE })
    return trialOf(venue, tokens, () => revoke(venue.usher, tokens.access_token))
  },
}

const grantRevoked: Guarantee = {
  what: 'an OAuth grant is revoked',
  async prepare(venue) {
    const tokens = await consent(venue)
    return trialOf(venue, tokens, () => revoke(venue.usher, tokens.refresh_token))
  },
}

export const OAUTH = [tokenRevoked, grantRevoked]
