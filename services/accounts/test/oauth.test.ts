import { createHash, randomBytes } from 'node:crypto'
import { OAUTH_PATHS } from '@usher/contracts'
import { CALLER_HEADER, signGateway } from '@usher/service-kit'
import jwt from 'jsonwebtoken'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startWithPeople } from './support/people.ts'
import { privateKey } from './support/start.ts'

const BACK = 'https://app.test/back'
const APP = { name: 'App', scopes: ['queues:read', 'webhooks:manage'], redirect_uris: [BACK] }

let all: Awaited<ReturnType<typeof startWithPeople>>
beforeAll(async () => {
  all = await startWithPeople()
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

/** A browser behind the gateway in which somebody is signed in. Gives answers as they are, without following them. */
function browserOf(sessionToken: string) {
  const cookies = new Map([['usher_session', sessionToken]])
  return async (address: string, method = 'GET') => {
    const { pathname, search } = new URL(address, all.accounts.url)
    const answer = await fetch(all.accounts.url + pathname + search, {
      method,
      redirect: 'manual',
      headers: {
        [CALLER_HEADER]: signGateway(privateKey),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
    })
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
    return answer
  }
}

type Browser = ReturnType<typeof browserOf>

/** Follows redirects within the service; gives the address at which they end: a page, or the application. */
async function follow(browser: Browser, address: string, method?: string): Promise<string> {
  const location = (await browser(address, method)).headers.get('location')
  if (location === null) return address
  return location.startsWith(BACK) ? location : await follow(browser, location)
}

const challengeOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})

const authorizePath = (client_id: string, more: Record<string, string>) =>
  `${OAUTH_PATHS.authorize}?${new URLSearchParams({
    ...{ client_id, response_type: 'code', redirect_uri: BACK, scope: APP.scopes.join(' '), state: 's' },
    ...more,
  })}`

interface Application {
  readonly id: string
  readonly client_secret: string
}

/** Has a member let an application act for them; gives the code and its PKCE verifier. */
async function consent({ id }: Application, sessionToken: string) {
  const browser = browserOf(sessionToken)
  const verifier = randomBytes(32).toString('base64url')
  const page = await follow(browser, authorizePath(id, challengeOf(verifier)))
  const back = await follow(browser, `${new URL(page, all.accounts.url).pathname}/consent`, 'POST')
  return { code: new URL(back).searchParams.get('code') ?? '', verifier }
}

async function askForTokens({ id, client_secret }: Application, grant: Record<string, string>) {
  const answer = await fetch(all.accounts.url + OAUTH_PATHS.token, {
    method: 'POST',
    headers: { [CALLER_HEADER]: signGateway(privateKey) },
    body: new URLSearchParams({ ...grant, client_id: id, client_secret }),
  })
  return (await answer.json()) as { access_token?: string; refresh_token?: string; error?: string }
}

const exchange = (app: Application, code: string, code_verifier: string) =>
  askForTokens(app, { grant_type: 'authorization_code', code, code_verifier, redirect_uri: BACK })

const refresh = (app: Application, refresh_token = '') =>
  askForTokens(app, { grant_type: 'refresh_token', refresh_token })

/** An owner with an application, and a manager of the same organisation. */
async function start(name: string) {
  const owner = await all.owner(`${name}-owner@usher.test`)
  const manager = await all.invited(owner.call, `${name}-manager@usher.test`, 'manager')
  const app: Application = (await owner.call('POST', '/account/oauth-clients', { body: APP })).body
  return { owner, manager, app }
}

describe('an authorization', () => {
  test('given a confidential application without PKCE, then it is refused', async () => {
    const { owner, app } = await start('no-pkce')
    const end = await follow(browserOf(owner.token), authorizePath(app.id, {}))
    expect(new URL(end).searchParams.get('error')).toBe('invalid_request')
  })

  test('given the verifier of another authorization, then its code gets no token', async () => {
    const { owner, app } = await start('wrong-verifier')
    const [one, other] = [await consent(app, owner.token), await consent(app, owner.token)]
    expect((await exchange(app, one.code, other.verifier)).error).toBe('invalid_grant')
    expect((await exchange(app, other.code, other.verifier)).access_token).toBeDefined()
  })

  test('given a refresh token that is used again, then all that came of the consent has ended', async () => {
    const { owner, app } = await start('refresh')
    const { code, verifier } = await consent(app, owner.token)
    const first = await exchange(app, code, verifier)
    const second = await refresh(app, first.refresh_token)
    expect(second.access_token).toBeDefined()
    expect((await refresh(app, first.refresh_token)).error).toBe('invalid_grant')
    expect((await refresh(app, second.refresh_token)).error).toBe('invalid_grant')
  })

  test('given a member whose role becomes a lesser one, then their token may no more than they may', async () => {
    const { owner, manager, app } = await start('lesser-role')
    const { code, verifier } = await consent(app, manager.token)
    const { access_token = '' } = await exchange(app, code, verifier)
    const { jti = '' } = jwt.decode(access_token, { json: true }) ?? {}
    const sha256 = createHash('sha256').update(jti).digest('hex')
    const scopes = async () => (await all.lookUp({ kind: 'access_token', sha256 })).body.scopes
    expect(await scopes()).toEqual(APP.scopes)
    await owner.call('PATCH', `/account/members/${manager.caller.actor}`, { body: { role: 'viewer' } })
    expect(await scopes()).toEqual(['queues:read'])
  })
})
