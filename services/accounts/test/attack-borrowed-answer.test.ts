import { APP } from './support/oauth.ts'
import { startWithPeople } from './support/people.ts'

let all: Awaited<ReturnType<typeof startWithPeople>>
beforeAll(async () => {
  all = await startWithPeople()
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

const KEYS = { path: '/account/api-keys', body: { name: 'Till', scopes: ['queues:read'] } }
const CLIENTS = { path: '/account/oauth-clients', body: APP }
const invite = (email: string) => ({ path: '/account/invitations', body: { email, role: 'host' } })

describe('a colleague who sends the idempotency key of another', () => {
  test.each([
    ['api_key', KEYS],
    ['client_secret', CLIENTS],
    ['token', invite('guest@usher.test')],
  ] as const)(
    'repeats an answer with %s to the caller who made the request, not to a colleague',
    async (secret, asked) => {
      const owner = await all.owner(`${secret}-owner@usher.test`)
      const manager = await all.invited(owner.call, `${secret}-manager@usher.test`, 'manager')
      const send = ({ call }: typeof owner) =>
        call('POST', asked.path, { body: asked.body, headers: { 'idempotency-key': 'known' } })
      const [first, borrowed, again] = [await send(owner), await send(manager), await send(owner)]
      expect([first.status, borrowed.status, again.status]).toEqual([201, 201, 201])
      expect(borrowed.body[secret]).not.toBe(first.body[secret])
      expect(borrowed.headers.get('idempotent-replayed')).toBeNull()
      expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body])
    },
  )
})
