import { createECDH } from 'node:crypto'
import { problemSchema } from '@usher/contracts'
import { auditNoteOf, openClient } from '@usher/test-kit'
import { startHarness } from './harness.ts'
import { PUSH_KEYS, startWithPush } from './push-guests.ts'

let all: Awaited<ReturnType<typeof startWithPush>>
beforeAll(async () => {
  all = await startWithPush()
})
afterAll(() => all[Symbol.asyncDispose]())

const SECRET = '[kept secret]'

/** A subscription of a browser, with some of it replaced. */
function given({ endpoint, keys = {} }: { endpoint?: unknown; keys?: object }) {
  const subscription = all.push.subscribe()
  return {
    ...subscription,
    ...(endpoint !== undefined && { endpoint }),
    keys: { ...subscription.keys, ...keys },
  }
}

/** 65 bytes that are no point of the curve. */
const NO_POINT = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')

/** A point with both coordinates and the sign of one: as long as an uncompressed one. */
const hybridPoint = (): string => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  return pair.getPublicKey('base64url', 'hybrid')
}

const BODIES: [what: string, body: () => unknown, pointer: string][] = [
  ['nothing', () => ({}), '/endpoint'],
  ['no keys', () => ({ endpoint: 'https://push.example.com/a' }), '/keys'],
  ['an endpoint without TLS', () => given({ endpoint: 'http://push.example.com/a' }), '/endpoint'],
  ['an endpoint that is none', () => given({ endpoint: 'push' }), '/endpoint'],
  ['a query operator as endpoint', () => given({ endpoint: { $gt: '' } }), '/endpoint'],
  [
    'an endpoint as long as a page',
    () => given({ endpoint: `https://a.test/${'x'.repeat(2_000)}` }),
    '/endpoint',
  ],
  ['an endpoint with a password', () => given({ endpoint: 'https://a:b@push.example.com/' }), '/endpoint'],
  ['an endpoint at a database', () => given({ endpoint: 'https://push.example.com:27017/' }), '/endpoint'],
  ['a private address', () => given({ endpoint: 'https://10.0.0.1/a' }), '/endpoint'],
  ['the metadata of a cloud', () => given({ endpoint: 'https://[::ffff:169.254.169.254]/' }), '/endpoint'],
  ['a key too short', () => given({ keys: { p256dh: 'AAAA' } }), '/keys/p256dh'],
  ['a key that is no point', () => given({ keys: { p256dh: NO_POINT } }), '/keys/p256dh'],
  ['a hybrid point', () => given({ keys: { p256dh: hybridPoint() } }), '/keys/p256dh'],
  ['a secret in base64', () => given({ keys: { auth: `${'+'.repeat(21)}A` } }), '/keys/auth'],
  ['a secret too long', () => given({ keys: { auth: 'A'.repeat(23) } }), '/keys/auth'],
  ['an unknown field', () => ({ ...given({}), guest: 'x' }), '/guest'],
]

describe('the push subscription of a guest page', () => {
  test('is noted in the audit trail when added, replaced and deleted, without secrets', async () => {
    const { id, token } = await all.givenGuest()
    const whose = { organization_id: all.harness.organizationId, actor: 'guest', resource: id }
    const changes = (before: string | null, after: string | null) => ({
      push_subscription: { before, after },
    })
    const first = await all.ask('PUT', token, all.push.subscribe())
    expect([first.status, auditNoteOf(first)]).toEqual([
      204,
      { ...whose, changes: changes(null, '[changed]') },
    ])
    const again = await all.ask('PUT', token, all.push.subscribe())
    expect(auditNoteOf(again)).toEqual({ ...whose, changes: changes(SECRET, '[changed]') })
    const ended = await all.ask('DELETE', token)
    expect([ended.status, auditNoteOf(ended)]).toEqual([204, { ...whose, changes: changes(SECRET, null) }])
    expect(auditNoteOf(await all.ask('DELETE', token))).toEqual({ ...whose, changes: {} })
  })

  test.each(BODIES)('is refused with 400 and a pointer for %s', async (_what, body, pointer) => {
    const { token } = await all.givenGuest()
    const answer = await all.ask('PUT', token, body())
    expect(problemSchema.parse(answer.body)).toMatchObject({ status: 400, code: 'validation_failed' })
    expect(answer.body.errors.map((error: { pointer: string }) => error.pointer)).toContain(pointer)
  })

  test('answers 404 for a token that is altered, cut short, mixed with another or unknown', async () => {
    const [mine, other] = [await all.givenGuest(), await all.givenGuest()]
    const mac = mine.token.slice(26)
    const wrong = [
      `${mine.token.slice(0, -1)}x`,
      mine.token.slice(0, -1),
      mine.token.slice(0, 26),
      other.token.slice(0, 26) + 'x'.repeat(mac.length),
      'nobody',
      'token',
    ]
    for (const token of wrong) {
      const answer = await all.ask('PUT', token, all.push.subscribe())
      expect([answer.status, auditNoteOf(answer)]).toEqual([404, undefined])
    }
  })

  test('is refused after the guest has left, and the audit note names the guest', async () => {
    const { id, token, becomes } = await all.givenGuest()
    await becomes('removed')
    await all.untilStatus(token, 409)
    const answer = await all.ask('PUT', token, all.push.subscribe())
    expect(answer.body.code).toBe('invalid_transition')
    expect(auditNoteOf(answer)).toMatchObject({ actor: 'guest', resource: id })
  })

  test('uses the public key that messages are signed with', async () => {
    const { body } = await openClient(all.harness.service.url)('GET', '/public/push-key', {
      headers: all.harness.gateway(),
    })
    expect(body).toEqual({ public_key: PUSH_KEYS.publicKey })
    expect(Buffer.from(body.public_key, 'base64url')).toHaveLength(65)
  })
})

describe('an installation without push keys', () => {
  test('gives null as the public key and answers 404 to a subscription', async () => {
    await using harness = await startHarness()
    const open = openClient(harness.service.url)
    const headers = harness.gateway()
    expect((await open('GET', '/public/push-key', { headers })).body).toEqual({ public_key: null })
    const path = '/public/guests/token/push-subscription'
    expect((await open('PUT', path, { headers, body: all.push.subscribe() })).status).toBe(404)
  })
})
