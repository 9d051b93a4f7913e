import { createHash, randomBytes } from 'node:crypto'
import { OAUTH_PATHS } from '@usher/contracts'
import { CALLER_HEADER, CLIENT_ADDRESS_HEADER, signCaller } from '@usher/service-kit'
import type { startWithPeople } from './people.ts'
import { privateKey } from './start.ts'

export const BACK = 'https://app.test/back'
export const APP = { name: 'App', scopes: ['queues:read', 'webhooks:manage'], redirect_uris: [BACK] }

export interface Application {
  readonly id: string
  readonly client_secret: string
}

type People = Pick<Awaited<ReturnType<typeof startWithPeople>>, 'accounts'>

const challengeOf = (verifier: string) => ({
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
})

export const authorizePath = (client_id: string, more: Record<string, string>) =>
  `${OAUTH_PATHS.authorize}?${new URLSearchParams({
    ...{ client_id, response_type: 'code', redirect_uri: BACK, scope: APP.scopes.join(' '), state: 's' },
    ...more,
  })}`

/** What applications and browsers do with the OAuth server of an accounts service. */
export function oauthOf(all: () => People) {
  /** A browser behind the gateway, in which somebody may be signed in. Gives answers as they are, without following them. */
  function browserOf(sessionToken?: string, clientAddress = '') {
    const cookies = new Map(sessionToken === undefined ? [] : [['usher_session', sessionToken]])
    return async (address: string, method = 'GET', form?: Record<string, string>) => {
      const { url } = all().accounts
      const { pathname, search } = new URL(address, url)
      const answer = await fetch(url + pathname + search, {
        method,
        redirect: 'manual',
        headers: {
          [CALLER_HEADER]: signCaller(null, privateKey),
          [CLIENT_ADDRESS_HEADER]: clientAddress,
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        },
        ...(form && { body: new URLSearchParams(form) }),
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

  /** Has the member of a browser let an application act for them; gives the code and its PKCE verifier. */
  async function consentIn(browser: Browser, { id }: Application, more: Record<string, string> = {}) {
    const verifier = randomBytes(32).toString('base64url')
    const page = await follow(browser, authorizePath(id, { ...challengeOf(verifier), ...more }))
    const back = await follow(browser, `${new URL(page, all().accounts.url).pathname}/consent`, 'POST')
    return { code: new URL(back).searchParams.get('code') ?? '', verifier }
  }

  const consent = (app: Application, sessionToken: string) => consentIn(browserOf(sessionToken), app)

  async function askForTokens({ id, client_secret }: Application, grant: Record<string, string>) {
    const answer = await fetch(all().accounts.url + OAUTH_PATHS.token, {
      method: 'POST',
      headers: { [CALLER_HEADER]: signCaller(null, privateKey) },
      body: new URLSearchParams({ ...grant, client_id: id, client_secret }),
    })
    return (await answer.json()) as { access_token?: string; refresh_token?: string; error?: string }
  }

  const exchange = (app: Application, code: string, code_verifier: string) =>
    askForTokens(app, { grant_type: 'authorization_code', code, code_verifier, redirect_uri: BACK })

  return {
    browserOf,
    follow,
    consent,
    consentIn,
    exchange,
    /** Tokens of an application that acts for itself. */
    forItself: (app: Application) =>
      askForTokens(app, { grant_type: 'client_credentials', scope: APP.scopes.join(' ') }),
    refresh: (app: Application, refresh_token = '') =>
      askForTokens(app, { grant_type: 'refresh_token', refresh_token }),
    /** Has a member let an application act for them, up to its tokens. */
    async connect(app: Application, sessionToken: string) {
      const { code, verifier } = await consent(app, sessionToken)
      return await exchange(app, code, verifier)
    },
    challenge: () => challengeOf(randomBytes(32).toString('base64url')),
  }
}
