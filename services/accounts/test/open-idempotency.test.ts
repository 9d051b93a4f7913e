import { PASSWORD, signUpOf, startWithPeople } from './support/people.ts'

const KEY = { 'idempotency-key': 'k1' }
const SIGN_UP = signUpOf('ada@usher.test')

describe('an Idempotency-Key without a credential', () => {
  test('5 simultaneous sign-ups with one key create one account and answer alike', async () => {
    await using all = await startWithPeople()
    const repeat = () => all.open('/account/sign-up', SIGN_UP, '192.0.2.1', KEY)
    const answers = await Promise.all(Array.from({ length: 5 }, repeat))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201))
    expect(new Set(answers.map(({ body }) => body.member.id)).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true')).toHaveLength(4)
    expect(await all.database.collection('organizations').countDocuments()).toBe(1)
  })

  test('answers 409 to another body from the same network; other addresses and operations do not collide', async () => {
    await using all = await startWithPeople()
    await all.open('/account/sign-up', SIGN_UP, '2001:db8::1', KEY)
    const other = await all.open('/account/sign-up', signUpOf('b@usher.test'), '2001:db8::2', KEY)
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_mismatch'])
    const elsewhere = await all.open('/account/sign-up', SIGN_UP, '192.0.2.2', KEY)
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'email_taken'])
    const invitation = { token: 'x', name: 'Bob', password: PASSWORD }
    const accepted = await all.open('/account/accept-invitation', invitation, '2001:db8::1', KEY)
    expect(accepted.body.code).toBe('not_found')
  })

  test('a repeated acceptance of an invitation is answered again', async () => {
    await using all = await startWithPeople()
    const { call } = await all.owner()
    const invitation = { body: { email: 'bob@usher.test', role: 'host' } }
    const { token } = (await call('POST', '/account/invitations', invitation)).body
    const accept = () =>
      all.open('/account/accept-invitation', { token, name: 'Bob', password: PASSWORD }, '192.0.2.1', KEY)
    const answers = [...(await Promise.all([accept(), accept(), accept()])), await accept()]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.member.id)).size).toBe(1)
  })

  test('does not apply to sign-ins: each makes a session of its own', async () => {
    await using all = await startWithPeople()
    await all.owner('ada@usher.test')
    const body = { email: 'ada@usher.test', password: PASSWORD }
    const signIn = () => all.open('/account/sign-in', body, '192.0.2.1', KEY)
    const [first, second] = [await signIn(), await signIn()]
    expect(second.body.csrf_token).not.toBe(first.body.csrf_token)
  })

  test('stores only an id, a time and a sealed answer, without the client address', async () => {
    await using all = await startWithPeople()
    await all.open('/account/sign-up', SIGN_UP, '192.0.2.1', KEY)
    const [record] = await all.database.collection('idempotency').find().toArray()
    expect(Object.keys(record ?? {}).sort()).toEqual(['_id', 'at', 'sealed'])
    expect(record?._id).not.toContain('192.0.2.1')
  })

  test('answers 400 to a malformed key', async () => {
    await using all = await startWithPeople()
    const bad = { 'idempotency-key': 'a b' }
    expect((await all.open('/account/sign-up', SIGN_UP, '192.0.2.1', bad)).status).toBe(400)
  })
})
