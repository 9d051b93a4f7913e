import { operations } from '@usher/contracts'
import { serviceClient } from '@usher/test-kit'
import { PASSWORD, sharePeople, signUpOf, startWithPeople, tokenOf } from './support/people.ts'

const start = sharePeople()

describe('signing up', () => {
  test('creates an organisation with its owner and stores the password as an Argon2id hash', async () => {
    const all = await start()
    const body = {
      ...signUpOf(` ${all.emailOf('Ada').replace('usher.test', 'Usher.Test')} `),
      country: 'DE',
      timezone: 'Europe/Berlin',
    }
    const answer = await all.open('/account/sign-up', body)
    expect([answer.status, answer.headers.get('location')]).toEqual([201, '/account/me'])
    expect(operations.signUp.answer.parse(answer.body)).toEqual(answer.body)
    expect(answer.body).toMatchObject({
      organization: { name: 'Bistro', plan: 'standard', early_access: false, country: 'DE' },
      member: { name: 'Ada', email: all.emailOf('ada'), role: 'owner' },
    })
    const stored = JSON.stringify(await all.database.collection('members').find().toArray())
    expect(stored).not.toContain(PASSWORD)
    expect(stored).toContain('$argon2id$v=19$m=19456')
  })

  test('uses the default country and time zone, and answers 409 to a taken e-mail address', async () => {
    await using all = await startWithPeople()
    const first = await all.open('/account/sign-up', signUpOf('ada@usher.test'))
    expect(first.body.organization).toMatchObject({ country: 'US', timezone: 'UTC' })
    const again = await all.open('/account/sign-up', signUpOf('ADA@usher.test'))
    expect([again.status, again.body.code]).toEqual([409, 'email_taken'])
    expect(await all.database.collection('organizations').countDocuments()).toBe(1)
  })

  test('one of 5 simultaneous sign-ups with one e-mail address succeeds', async () => {
    await using all = await startWithPeople()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => all.open('/account/sign-up', signUpOf('ada@usher.test'))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(4).fill(409)])
    expect(await all.database.collection('organizations').countDocuments()).toBe(1)
  })

  test.each([
    [{ password: 'x'.repeat(11) }, '/password'],
    [{ password: 'x'.repeat(129) }, '/password'],
    [{ email: 'ada' }, '/email'],
    [{ email: { $ne: '' } }, '/email'],
    [{ name: ' ' }, '/name'],
    [{ organization_name: 'x'.repeat(101) }, '/organization_name'],
    [{ country: 'XX' }, '/country'],
    [{ timezone: 'Mars' }, '/timezone'],
    [{ role: 'owner' }, '/role'],
    [{ plan: 'development' }, '/plan'],
  ])('answers 400 with a pointer to the wrong field for %j', async (fault, pointer) => {
    const all = await start()
    const { status, body } = await all.open('/account/sign-up', { ...signUpOf(all.emailOf('ada')), ...fault })
    expect([status, body.code, body.errors[0].pointer]).toEqual([400, 'validation_failed', pointer])
  })

  test('accepts passwords of 12 to 128 characters of any kind, in any Unicode normalisation', async () => {
    const all = await start()
    for (const [index, password] of [' '.repeat(12), 'x'.repeat(128), '\u00e9'.repeat(64)].entries()) {
      const email = all.emailOf(`ada${index}`)
      expect((await all.open('/account/sign-up', { ...signUpOf(email), password })).status).toBe(201)
      // The same letters, as another keyboard may send them.
      expect((await all.signIn(email, password.normalize('NFD'))).status).toBe(200)
    }
  })

  test.each([
    ['of one address', () => '192.0.2.9', '192.0.2.10'],
    ['of one IPv6 network', (n: number) => `2001:db8:0:1::${n.toString(16)}`, '2001:db8:0:2::1'],
  ])('answers 429 to the sixth sign-up in an hour %s, and to nobody else', async (_, addressOf, another) => {
    const all = await start()
    const attempt = (n: number, address = addressOf(n)) =>
      all.open('/account/sign-up', signUpOf(all.emailOf(`a${n}`)), address)
    const statuses = await Promise.all(Array.from({ length: 6 }, async (_, n) => (await attempt(n)).status))
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
    expect((await attempt(32, another)).status).toBe(201)
  })
})

describe('signing in', () => {
  test('the right password gets HTTP-only session and device cookies; the token is not stored', async () => {
    const all = await start()
    await all.open('/account/sign-up', signUpOf(all.emailOf('ada')))
    const answer = await all.signIn(all.emailOf('Ada'))
    expect(operations.signIn.answer.parse(answer.body)).toEqual(answer.body)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^usher_session=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/),
      expect.stringMatching(/^usher_device=[\w-]{43}; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
    ])
    const stored = JSON.stringify(await all.database.collection('sessions').find().toArray())
    expect(stored).not.toContain(tokenOf(answer))
  })

  test('answers a wrong password and an unknown account alike', async () => {
    const all = await start()
    await all.open('/account/sign-up', signUpOf(all.emailOf('ada')))
    const shown = async (email: string) => {
      const { status, body, headers } = await all.signIn(email, 'wrong password')
      return { status, body, cookie: headers.get('set-cookie') }
    }
    const wrong = await shown(all.emailOf('ada'))
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_sign_in' }, cookie: null })
    expect(await shown(all.emailOf('nobody'))).toEqual(wrong)
  })

  test.each(['ada@usher.test', 'nobody@usher.test'])(
    'answers 429 with Retry-After after 10 failures for %s, even to the right password',
    async (email) => {
      await using all = await startWithPeople()
      await all.open('/account/sign-up', signUpOf('ada@usher.test'))
      const failures = await Promise.all(Array.from({ length: 10 }, () => all.signIn(email, 'wrong')))
      expect(new Set(failures.map(({ status }) => status))).toEqual(new Set([401]))
      const refused = await all.signIn(email)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(800)
      const kept = JSON.stringify(await all.database.collection('throttles').find().toArray())
      expect(kept).not.toContain('usher.test')
      expect(kept).not.toContain('192.0.2')
    },
  )

  test('a successful sign-in resets the failures of the account', async () => {
    const all = await start()
    await all.open('/account/sign-up', signUpOf(all.emailOf('ada')))
    for (let round = 0; round < 2; round += 1) {
      await Promise.all(Array.from({ length: 9 }, () => all.signIn(all.emailOf('ada'), 'wrong')))
      expect((await all.signIn(all.emailOf('ada'))).status).toBe(200)
    }
  })

  test('answers 429 to an address after 50 failures, for every account, and not to other addresses', async () => {
    const all = await start()
    await all.open('/account/sign-up', signUpOf(all.emailOf('ada')))
    const attempts = Array.from({ length: 50 }, (_, i) =>
      all.signIn(all.emailOf(`u${i}`), 'wrong', '192.0.2.5'),
    )
    expect(new Set((await Promise.all(attempts)).map(({ status }) => status))).toEqual(new Set([401]))
    expect((await all.signIn(all.emailOf('ada'), PASSWORD, '192.0.2.5')).status).toBe(429)
    expect((await all.signIn(all.emailOf('ada'), PASSWORD, '192.0.2.6')).status).toBe(200)
  })

  test("answers 401 without the gateway's token and 400 to a malformed body", async () => {
    const all = await start()
    const { url } = all.accounts
    const body = { email: all.emailOf('ada'), password: PASSWORD }
    expect((await serviceClient(url, () => 'x')('POST', '/account/sign-in', { body })).status).toBe(401)
    expect((await all.open('/account/sign-in', { ...body, totp: 1 })).status).toBe(400)
    expect((await all.open('/account/sign-in', '{')).status).toBe(400)
  })
})
