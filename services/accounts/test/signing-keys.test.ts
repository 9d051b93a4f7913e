import { randomBytes } from 'node:crypto'
import { prepareCollections } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'
import { createFakeClock, createInfrastructure } from '@usher/test-kit'
import mongoose from 'mongoose'
import { identifierOf, signAccessToken } from '../src/oauth/access-token.ts'
import { createSigningKeys } from '../src/oauth/signing-key-store.ts'

const SECRET = [{ id: 'k', key: randomBytes(32) }]

async function startKeys() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const url = infrastructure.mongoUrl('accounts')
  const clock = createFakeClock()
  const replica = async () => {
    const connection = await mongoose.createConnection(url).asPromise()
    stack.defer(() => connection.destroy())
    const keys = createSigningKeys(connection, SECRET, clock)
    await prepareCollections(connection)
    return keys
  }
  return { clock, replica, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const claims = (now: Date) => ({
  iss: 'i',
  aud: 'i',
  sub: 's',
  client_id: 'c',
  organization_id: 'o',
  scope: '',
  jti: 'the jti',
  iat: Math.floor(now.getTime() / 1000),
  exp: Math.floor(now.getTime() / 1000) + 3600,
})

describe('the keys that access tokens are signed with', () => {
  test('two replicas that start at once sign with the same key and publish no private parts', async () => {
    await using all = await startKeys()
    const [one, other] = [await all.replica(), await all.replica()]
    const [first, second] = await Promise.all([one.current(), other.current()])
    expect(second.kid).toBe(first.kid)
    expect(await one.published()).toEqual(await other.published())
    expect(await one.published()).toHaveLength(2)
    for (const jwk of await one.published()) expect(jwk.d).toBeUndefined()
  })

  test('rotate after a month to a key published before; old tokens stay valid until their key is removed', async () => {
    await using all = await startKeys()
    const keys = await all.replica()
    const token = await signAccessToken(claims(all.clock.now()), keys)
    const before = await keys.published()
    const { kid } = await keys.current()
    all.clock.advance(30 * DAY_MS)
    const next = await keys.current()
    expect(next.kid).not.toBe(kid)
    expect(before.map((key) => key.kid)).toContain(next.kid)
    expect(await identifierOf(token, 'i', keys)).toBe('the jti')
    all.clock.advance(60 * DAY_MS)
    expect((await keys.published()).map((key) => key.kid)).not.toContain(kid)
    expect(await identifierOf(token, 'i', keys)).toBeUndefined()
  })

  test('do not identify a token of another issuer or a malformed one', async () => {
    await using all = await startKeys()
    const keys = await all.replica()
    const token = await signAccessToken(claims(all.clock.now()), keys)
    expect(await identifierOf(token, 'another', keys)).toBeUndefined()
    expect(await identifierOf('a.b.c', 'i', keys)).toBeUndefined()
  })
})
