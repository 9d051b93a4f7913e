import { createInfrastructure, createStandingClock } from '@usher/test-kit'
import { startGateway } from '../../src/service.ts'
import { startAccountsService } from './accounts.ts'
import { startService } from './fake-service.ts'
import { send } from './send.ts'
import { gatewayConfig, publicKey, serviceUrlsOf } from './start.ts'

export const PASSWORD = 'correct horse battery'

/** A browser: sends its cookie with everything. */
export function browser(url: string) {
  const state = { cookie: '', csrf: '' }
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    send(url + path, {
      method,
      headers: {
        ...(state.cookie && { cookie: `theme=dark; ${state.cookie}` }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  return {
    state,
    call,
    /** Writes as our pages do. */
    write: (method: string, path: string, body?: object) =>
      call(method, path, body, { 'x-csrf-token': state.csrf }),
    async signIn(email: string) {
      const answer = await call('POST', '/account/sign-in', { email, password: PASSWORD })
      const [cookie = ''] = answer.headers['set-cookie'] ?? []
      state.cookie = cookie.split(';')[0] ?? ''
      state.csrf = answer.json().csrf_token
      return { answer, cookie }
    },
  }
}

/** Accounts and two gateways, as in production, over a stand-in for the other services. */
export async function startWithBrowsers() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const accounts = stack.use(await startAccountsService(infrastructure, publicKey))
  const service = stack.use(await startService())
  const serviceUrls = serviceUrlsOf(accounts, service)
  const config = gatewayConfig({ rabbitUrl: infrastructure.rabbitUrl, serviceUrls })
  // Cached callers never expire by this clock: only an event evicts them.
  const clock = createStandingClock()
  const one = stack.use(await startGateway(config, clock))
  const other = stack.use(await startGateway(config, clock))
  const signUp = { organization_name: 'Bistro', name: 'Ada', email: 'ada@usher.test', password: PASSWORD }
  return {
    service,
    rabbitUrl: infrastructure.rabbitUrl,
    secretKey: accounts.secretKey,
    one: browser(one.url),
    other: browser(other.url),
    signUp: () => browser(one.url).call('POST', '/account/sign-up', signUp),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
