import { ALL_SCOPES } from '@usher/contracts'
import { type Answer, apiClient, type Client, sessionClient, until } from '@usher/test-kit'
import type { Usher } from './stack.ts'

/** A test clock, and clients that work with its data. */
export interface Clock extends AsyncDisposable {
  readonly id: string
  /** Calls with a key for test data. */
  readonly byKey: Client
  /** Calls in a session, as the platform API takes no keys. */
  readonly inSession: Client
  advance(to: string): Promise<Answer>
}

export interface Tester {
  readonly owner: Client
  /** For test data, without a clock. */
  readonly byKey: Client
  startClock(now: string): Promise<Clock>
}

/** Somebody with a key for the test data of an organisation, who is also signed in. */
export async function createTester({ stack, demo }: Usher): Promise<Tester> {
  const owner = await sessionClient(stack.url, demo)
  const body = { name: 'Test', scopes: ALL_SCOPES, livemode: false }
  const made = await owner('POST', '/account/api-keys', { body })
  const byKey = apiClient(stack.url, made.body.api_key)
  return {
    owner,
    byKey,
    async startClock(now) {
      const clock = await byKey('POST', '/v1/test/clocks', { body: { now } })
      if (clock.status !== 201) throw new Error(`no clock: ${JSON.stringify(clock.body)}`)
      const path = `/v1/test/clocks/${clock.body.id}`
      const named = { 'usher-test-clock': clock.body.id }
      return {
        id: clock.body.id,
        byKey: withHeaders(byKey, named),
        inSession: withHeaders(owner, { ...named, 'usher-mode': 'test' }),
        async advance(to) {
          const answer = await byKey('POST', `${path}/advance`, { body: { to } })
          if (answer.status !== 202) return answer
          return await until('the clock is there', async () => {
            const now = await byKey('GET', path)
            return now.body.status !== 'advancing' && now
          })
        },
        [Symbol.asyncDispose]: async () => void (await byKey('DELETE', path)),
      }
    },
  }
}

const withHeaders =
  (call: Client, more: Record<string, string>): Client =>
  (method, path, options = {}) =>
    call(method, path, { ...options, headers: { ...more, ...options.headers } })
