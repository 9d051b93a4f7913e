import { enrol, STEP_MS } from './support/authenticator.ts'
import { PASSWORD, sharePeople } from './support/people.ts'

const people = sharePeople()

async function start() {
  const all = await people()
  const owner = await all.owner()
  const factor = await enrol(owner.call, all.clock)
  const enter = (proof: object, password = PASSWORD) =>
    all.signIn(all.emailOf('ada'), password, undefined, proof)
  const sessions = () => all.database.collection('sessions').countDocuments({ member_id: owner.caller.actor })
  return { ...all, ...factor, newOwner: all.owner, owner, enter, sessions }
}

describe('signing in with a second factor', () => {
  test('the right password alone answers second_factor_required and starts no session', async () => {
    const all = await start()
    const { status, body, headers } = await all.enter({})
    expect([status, body.code, headers.get('set-cookie')]).toEqual([401, 'second_factor_required', null])
    expect(await all.sessions()).toBe(1)
  })

  test('accepts the codes of the previous, current and next time step, and no others', async () => {
    const all = await start()
    for (const steps of [-2, 2]) expect((await all.enter({ totp: all.code(steps) })).status).toBe(401)
    for (const steps of [-1, 0, 1]) expect((await all.enter({ totp: all.code(steps) })).status).toBe(200)
  })

  test('refuses a code that was used, and codes before it', async () => {
    const all = await start()
    const [before, totp] = [all.code(-1), all.code()]
    expect((await all.enter({ totp })).status).toBe(200)
    expect((await all.enter({ totp })).body.code).toBe('invalid_sign_in')
    expect((await all.enter({ totp: before })).body.code).toBe('invalid_sign_in')
    all.clock.advance(STEP_MS)
    expect((await all.enter({ totp })).body.code).toBe('invalid_sign_in')
    expect((await all.enter({ totp: all.code() })).status).toBe(200)
  })

  test('one of 5 simultaneous sign-ins with one code starts a session', async () => {
    const all = await start()
    const totp = all.code()
    const answers = await Promise.all(Array.from({ length: 5 }, () => all.enter({ totp })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect(await all.sessions()).toBe(2)
  })

  test('one of 5 simultaneous sign-ins with one recovery code starts a session, and nine codes are left', async () => {
    const all = await start()
    const [recovery_code] = all.recoveryCodes
    const answers = await Promise.all(Array.from({ length: 5 }, () => all.enter({ recovery_code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    expect((await all.owner.call('GET', '/account/me')).body.recovery_codes_left).toBe(9)
  })

  test('answers a wrong code exactly like a wrong password or an unknown account', async () => {
    const all = await start()
    const told = ({ status, body }: Awaited<ReturnType<typeof all.enter>>) => ({ status, ...body })
    const totp = all.code(-3)
    const wrongCode = told(await all.enter({ totp }))
    expect(wrongCode).toMatchObject({ status: 401, code: 'invalid_sign_in' })
    expect(told(await all.enter({ totp: all.code() }, 'wrong'))).toEqual(wrongCode)
    expect(told(await all.signIn(all.emailOf('nobody'), PASSWORD, undefined, { totp }))).toEqual(wrongCode)
    // A code that came with a wrong password is not used up.
    expect((await all.enter({ totp: all.code() })).status).toBe(200)
  })

  test('answers 429 after 10 wrong codes, even with the right password alone in between', async () => {
    const all = await start()
    for (let i = 0; i < 10; i += 1) {
      expect((await all.enter({})).body.code).toBe('second_factor_required')
      expect((await all.enter({ totp: all.code(-3) })).status).toBe(401)
    }
    expect((await all.enter({ totp: all.code() })).status).toBe(429)
  })

  test('does not count the password without a code as a failure', async () => {
    const all = await start()
    for (let i = 0; i < 12; i += 1) expect((await all.enter({})).status).toBe(401)
    expect((await all.enter({ totp: all.code() })).status).toBe(200)
  })

  test('answers 400 for a code with a recovery code, a code of 5 digits or a number', async () => {
    const all = await start()
    const faults = [{ totp: '123456', recovery_code: 'x' }, { totp: '12345' }, { totp: 123_456 }]
    for (const fault of faults) expect((await all.enter(fault)).status).toBe(400)
  })

  test('ignores a code for an account without a second factor', async () => {
    const all = await start()
    await all.newOwner(all.emailOf('bob'))
    expect((await all.signIn(all.emailOf('bob'), PASSWORD, undefined, { totp: '123456' })).status).toBe(200)
  })
})
