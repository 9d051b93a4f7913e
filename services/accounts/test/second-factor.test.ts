import { operations } from '@usher/contracts'
import { startOnce } from '@usher/test-kit'
import { codeOf, enrol, SECOND_FACTOR, STEP_MS } from './support/authenticator.ts'
import { PASSWORD, sharePeople } from './support/people.ts'

const CONFIRM = `${SECOND_FACTOR}/confirm`
const RECOVERY_CODES = '/account/recovery-codes'

const people = sharePeople()

async function start() {
  const all = await people()
  const owner = await all.owner()
  const me = async () => (await owner.call('GET', '/account/me')).body
  const begin = (password = PASSWORD, headers = {}) =>
    owner.call('POST', SECOND_FACTOR, { body: { password }, headers })
  const confirm = (totp: string) => owner.call('POST', CONFIRM, { body: { totp } })
  const remove = (proof: object) =>
    owner.call('DELETE', SECOND_FACTOR, { body: { password: PASSWORD, ...proof } })
  const renew = (totp: string, headers = {}) =>
    owner.call('POST', RECOVERY_CODES, { body: { totp }, headers })
  return { ...all, newOwner: all.owner, owner, me, begin, confirm, remove, renew }
}

const shared = startOnce(start)

describe('switching on a second factor', () => {
  test('takes the password and a first code, and stores no plain secret or recovery code', async () => {
    const all = await start()
    expect(await all.me()).toMatchObject({ second_factor: false, recovery_codes_left: 0 })
    const begun = await all.begin()
    expect([begun.status, operations.beginSecondFactor.answer.parse(begun.body)]).toEqual([200, begun.body])
    const { secret } = begun.body
    expect(begun.body.otpauth_url).toContain(secret)
    // Off until it is confirmed.
    expect((await all.signIn(all.emailOf('ada'))).status).toBe(200)
    expect((await all.me()).second_factor).toBe(false)

    const { status, body } = await all.confirm(codeOf(secret, all.clock))
    expect([status, operations.confirmSecondFactor.answer.parse(body)]).toEqual([200, body])
    expect(new Set(body.recovery_codes).size).toBe(10)
    expect(await all.me()).toMatchObject({ second_factor: true, recovery_codes_left: 10 })
    const kept = JSON.stringify(await all.database.collection('second_factors').find().toArray())
    for (const shown of [secret, ...body.recovery_codes]) expect(kept).not.toContain(shown)
  })

  test('answers 403 to a wrong password or code, and the factor stays off', async () => {
    const all = await start()
    const refused = await all.begin('wrong')
    expect([refused.status, refused.body.code]).toEqual([403, 'invalid_proof'])
    const { secret } = (await all.begin()).body
    const late = codeOf(secret, all.clock, -2)
    expect((await all.confirm(late)).body.code).toBe('invalid_proof')
    expect((await all.me()).second_factor).toBe(false)
  })

  test('a second start voids the first secret; starting or confirming again when on answers 409', async () => {
    const all = await start()
    expect((await all.confirm('123456')).body.code).toBe('invalid_transition')
    const first = (await all.begin()).body.secret
    const second = (await all.begin()).body.secret
    expect((await all.confirm(codeOf(first, all.clock))).status).toBe(403)
    expect((await all.confirm(codeOf(second, all.clock))).status).toBe(200)
    const again = [await all.begin(), await all.confirm(codeOf(second, all.clock, 1))]
    expect(again.map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([409, 'invalid_transition']),
    )
  })

  test('one of 5 simultaneous confirmations with one code shows recovery codes', async () => {
    const all = await start()
    const totp = codeOf((await all.begin()).body.secret, all.clock)
    const answers = await Promise.all(Array.from({ length: 5 }, () => all.confirm(totp)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
  })

  test('a start repeated under one Idempotency-Key gets the same secret', async () => {
    const all = await start()
    const headers = { 'idempotency-key': 'b1' }
    const [first, second] = [await all.begin(PASSWORD, headers), await all.begin(PASSWORD, headers)]
    expect(second.body).toEqual(first.body)
  })

  test('a colleague with the same Idempotency-Key and body gets their own secret', async () => {
    const all = await start()
    const bob = await all.invited(all.owner.call, all.emailOf('bob'), 'host')
    const request = { body: { password: PASSWORD }, headers: { 'idempotency-key': 'b1' } }
    const first = (await all.begin(PASSWORD, request.headers)).body
    const second = await bob.call('POST', SECOND_FACTOR, request)
    expect(second.status).toBe(200)
    expect(second.body.secret).not.toBe(first.secret)
    expect(second.body.otpauth_url).toContain('bob')
  })

  test("answers 404 to a caller whose organisation is not the member's", async () => {
    const all = await start()
    const stranger = await all.newOwner(all.emailOf('zoe'))
    const mixed = all.as({ ...all.owner.caller, organization_id: stranger.caller.organization_id })
    expect((await mixed('POST', SECOND_FACTOR, { body: { password: PASSWORD } })).status).toBe(404)
  })

  test.each([
    ['POST', CONFIRM, { totp: '12345' }, '/totp'],
    ['POST', CONFIRM, { totp: '123456', extra: 1 }, '/extra'],
    ['DELETE', SECOND_FACTOR, { password: 'x' }, '/totp'],
    ['DELETE', SECOND_FACTOR, { password: 'x', totp: '123456', recovery_code: 'x' }, '/recovery_code'],
    ['POST', RECOVERY_CODES, { totp: 123456 }, '/totp'],
  ])('%s %s with %j answers 400 with a pointer to the wrong field', async (method, path, body, pointer) => {
    const all = await shared()
    const answer = await all.owner.call(method, path, { body })
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, pointer])
  })
})

describe('switching off a second factor', () => {
  test('needs the password and a valid code; with less, the factor stays on', async () => {
    const all = await start()
    const { code } = await enrol(all.owner.call, all.clock)
    const wrong = [
      await all.remove({ totp: code(-3) }),
      await all.remove({ totp: code(), password: 'wrong' }),
      await all.remove({ recovery_code: 'aaaaaa' }),
    ]
    expect(wrong.map(({ status, body }) => [status, body.code])).toEqual(
      Array(3).fill([403, 'invalid_proof']),
    )
    expect((await all.remove({ totp: code() })).status).toBe(204)
    expect(await all.me()).toMatchObject({ second_factor: false, recovery_codes_left: 0 })
    expect((await all.signIn(all.emailOf('ada'))).status).toBe(200)
    expect((await all.remove({ totp: code(1) })).body.code).toBe('invalid_transition')
  })

  test("accepts a recovery code in place of the app's code", async () => {
    const all = await start()
    const { recoveryCodes } = await enrol(all.owner.call, all.clock)
    expect((await all.remove({ recovery_code: recoveryCodes[3] })).status).toBe(204)
    expect((await all.me()).second_factor).toBe(false)
  })

  test('removing the member deletes the stored factor', async () => {
    const all = await start()
    const bob = await all.invited(all.owner.call, all.emailOf('bob'), 'host')
    await enrol(bob.call, all.clock)
    await all.owner.call('DELETE', `/account/members/${bob.caller.actor}`)
    const { organization_id } = all.owner.caller
    expect(await all.database.collection('second_factors').countDocuments({ organization_id })).toBe(0)
  })
})

describe('new recovery codes', () => {
  test('voids the old recovery codes, and a repeated request gets the same new codes', async () => {
    const all = await start()
    const { code, recoveryCodes } = await enrol(all.owner.call, all.clock)
    const headers = { 'idempotency-key': 'r1' }
    const [first, second] = [await all.renew(code(), headers), await all.renew(code(), headers)]
    expect([first.status, second.body]).toEqual([200, first.body])
    expect(first.body.recovery_codes).toHaveLength(10)
    const use = (recovery_code: string) =>
      all.signIn(all.emailOf('ada'), PASSWORD, undefined, { recovery_code })
    expect((await use(recoveryCodes[0] ?? '')).status).toBe(401)
    expect((await use(first.body.recovery_codes[0])).status).toBe(200)
    expect((await all.me()).recovery_codes_left).toBe(9)
  })

  test('answers 409 without a second factor, and refuses a code that was already used', async () => {
    const all = await start()
    expect((await all.renew('123456')).body.code).toBe('invalid_transition')
    const { code } = await enrol(all.owner.call, all.clock)
    const totp = code()
    expect((await all.renew(totp)).status).toBe(200)
    expect((await all.renew(totp)).body.code).toBe('invalid_proof')
    all.clock.advance(STEP_MS)
    expect((await all.renew(code())).status).toBe(200)
  })

  test('answers 429 after 10 wrong codes, even with a success in between', async () => {
    const all = await start()
    const { code } = await enrol(all.owner.call, all.clock)
    for (let i = 0; i < 9; i += 1) expect((await all.renew(code(-9))).status).toBe(403)
    expect((await all.renew(code())).status).toBe(200)
    expect((await all.renew(code(-9))).status).toBe(403)
    expect((await all.renew(code(1))).status).toBe(429)
  })
})
