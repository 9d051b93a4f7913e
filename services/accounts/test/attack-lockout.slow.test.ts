import { DEVICE_HEADER } from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import { createFakeClock } from '@usher/test-kit'
import { enrol } from './support/authenticator.ts'
import { deviceOf, PASSWORD, startWithPeople } from './support/people.ts'

const HOME = '192.0.2.1'

const clock = createFakeClock()
let all: Awaited<ReturnType<typeof startWithPeople>>
beforeAll(async () => {
  all = await startWithPeople(clock)
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
})

/** Signs in by a browser with a device cookie. */
const byDevice = (device: string, email: string, password = PASSWORD, address = HOME) =>
  all.open('/account/sign-in', { email, password }, address, { [DEVICE_HEADER]: device })

const resetBy = (email: string, address: string, device?: string) =>
  all.open('/account/password-reset', { email }, address, device ? { [DEVICE_HEADER]: device } : {})

/** A member who has signed in from home, by a browser that is known since. */
async function victim(name: string) {
  const email = `${name}@usher.test`
  const owner = await all.owner(email, `2001:db8:${name.length}::1`)
  return { email, owner, device: deviceOf(await all.signIn(email)) }
}

const statusesOf = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

/** Wrong sign-ins from many addresses, ten from each. */
const guesses = (email: string, count: number) =>
  Array.from({ length: count }, (_, i) =>
    all.signIn(email, 'wrong', `198.51.${email.length}.${Math.floor(i / 10)}`),
  )

describe('a stranger who means to lock somebody out', () => {
  test('10 wrong sign-ins from elsewhere leave the member able to sign in, even in a new browser', async () => {
    const { email, device } = await victim('a')
    expect(new Set(await statusesOf(guesses(email, 10)))).toEqual(new Set([401]))
    expect((await all.signIn(email, PASSWORD, `198.51.${email.length}.0`)).status).toBe(429)
    expect((await all.signIn(email, PASSWORD, '203.0.113.7')).status).toBe(200)
    expect((await byDevice(device, email)).status).toBe(200)
  })

  test('120 wrong sign-ins from many addresses are limited after 100; known browsers still sign in', async () => {
    const { email, device } = await victim('bb')
    const statuses = await statusesOf(guesses(email, 120))
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect((await all.signIn(email, PASSWORD, '203.0.113.7')).status).toBe(429)
    expect((await byDevice(device, email)).status).toBe(200)
  })

  test("wrong sign-ins from the member's own address do not lock out their known browser", async () => {
    const { email, device } = await victim('ccc')
    const neighbours = Array.from({ length: 55 }, (_, i) =>
      all.signIn(`n${i}@usher.test`, 'wrong', '192.0.2.50'),
    )
    expect(await statusesOf(neighbours)).toContain(429)
    expect((await all.signIn(email, PASSWORD, '192.0.2.50')).status).toBe(429)
    expect((await byDevice(device, email, PASSWORD, '192.0.2.50')).status).toBe(200)
  })

  test('limits a known browser that guesses passwords, and one with an invented device cookie', async () => {
    const { email, device } = await victim('dddd')
    const own = Array.from({ length: 11 }, () => byDevice(device, email, 'wrong'))
    expect((await statusesOf(own)).sort()).toEqual([...Array(10).fill(401), 429])
    expect((await byDevice(device, email)).status).toBe(429)
    const madeUp = Array.from({ length: 11 }, () => byDevice('x'.repeat(43), email, 'wrong', '203.0.113.9'))
    expect(await statusesOf(madeUp)).toContain(429)
  })

  test('a device cookie of another member does not exempt wrong sign-ins from the limit', async () => {
    const [mine, theirs] = [await victim('eeeee'), await victim('ffffff')]
    const guess = Array.from({ length: 11 }, () =>
      byDevice(mine.device, theirs.email, 'wrong', '203.0.113.11'),
    )
    expect(await statusesOf(guess)).toContain(429)
    expect((await byDevice(theirs.device, theirs.email)).status).toBe(200)
    const both = await byDevice(mine.device, theirs.email)
    expect([both.status, deviceOf(both)]).toEqual([200, mine.device])
    expect((await byDevice(mine.device, mine.email, 'wrong')).status).toBe(401)
  })

  test("wrong passwords elsewhere or in a stolen session do not block the member's password change", async () => {
    const { email, owner } = await victim('ggggggg')
    await statusesOf(guesses(email, 20))
    const change = (call: typeof owner.call, current_password: string) =>
      call('POST', '/account/password', { body: { current_password, new_password: PASSWORD } })
    const stolen = await all.enter(email)
    for (let i = 0; i < 10; i += 1) await change(stolen.call, 'wrong')
    expect((await change(stolen.call, PASSWORD)).status).toBe(429)
    expect((await change(owner.call, PASSWORD)).status).toBe(204)
    await enrol((await all.enter(email)).call, clock)
  })

  test('limits password resets by address and by account, but never for a known browser', async () => {
    const { email, device } = await victim('hhhhhhhh')
    const from = (address: string, count: number) =>
      statusesOf(Array.from({ length: count }, () => resetBy(email, address)))
    expect(await from('198.51.100.1', 6)).toContain(429)
    expect(await from('203.0.113.1', 1)).toEqual([202])
    for (const host of [2, 3, 4, 5]) await from(`198.51.100.${host}`, 5)
    expect(await from('203.0.113.2', 1)).toEqual([429])
    expect((await resetBy(email, '203.0.113.2', device)).status).toBe(202)
  })

  test('a browser unused for half a year is forgotten, and so are those of a removed member', async () => {
    const { email, device, owner } = await victim('iiiiiiiii')
    const known = () =>
      all.database.collection('known_devices').countDocuments({ member_id: owner.caller.actor })
    expect(await known()).toBeGreaterThan(0)
    clock.advance(181 * 24 * HOUR_MS)
    const guess = Array.from({ length: 11 }, (_, i) => byDevice(device, email, 'wrong', `198.51.${i}.99`))
    expect(new Set(await statusesOf(guess))).toEqual(new Set([401]))
    const second = await all.invited((await all.enter(email)).call, 'iiii-second@usher.test', 'host')
    const fresh = await all.enter(email)
    await fresh.call('DELETE', `/account/members/${second.caller.actor}`)
    const left = { member_id: second.caller.actor }
    expect(await all.database.collection('known_devices').countDocuments(left)).toBe(0)
  })
})
