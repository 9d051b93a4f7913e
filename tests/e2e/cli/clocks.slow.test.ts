import { apiClient } from '@usher/test-kit'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { signInForTests } from './sign-in.ts'
import { command } from './terminal.ts'

let usher: Usher
let env: Record<string, string>
beforeAll(async () => {
  usher = await useSharedUsher()
  env = { USHER_URL: usher.stack.url, USHER_API_KEY: usher.demo.test_api_key ?? '' }
})
afterAll(() => usher?.[Symbol.asyncDispose]())

async function asJson(...args: string[]) {
  return await asJsonIn(env, ...args)
}

async function asJsonIn(own: Readonly<Record<string, string>>, ...args: string[]) {
  const { exitCode, out, err } = await command([...args, '--json'], { env: own })
  expect([exitCode, err]).toEqual([0, ''])
  return JSON.parse(out)
}

describe('usher clock with a key for test data', () => {
  test('creates and advances a clock with its own time and data', async () => {
    const { id: clock } = await asJson('clock', 'create', '--name', 'Evening', '--now', '2026-03-02T18:00Z')
    const { id: queue } = await asJson('queues', 'create', '--name', 'Bar', '--clock', clock)
    const guest = await asJson('guests', 'add', queue, '--name', 'Ada', '--clock', clock)
    const shown = await command(['clock', 'advance', clock, '--to', '2026-03-02T21:00Z'], { env })
    expect(shown).toMatchObject({ exitCode: 0, err: '' })
    expect(shown.out).toMatch(/now +2026-03-02T21:00:00\.000Z\nstatus +ready\n/)
    expect(await asJson('guests', 'get', guest.id, '--clock', clock)).toMatchObject({ name: 'Ada' })
    const elsewhere = await command(['guests', 'get', guest.id], { env })
    expect(elsewhere).toMatchObject({ exitCode: 1, out: '' })
    const back = await command(['clock', 'advance', clock, '--to', '2026-03-02T20:00Z'], { env })
    expect(back).toMatchObject({ exitCode: 1, err: expect.stringContaining('clock_backwards') })
    expect((await command(['clock', 'list'], { env })).out).toContain(clock)
    expect(await command(['clock', 'delete', clock], { env })).toMatchObject({ exitCode: 0 })
    expect(await command(['clock', 'get', clock], { env })).toMatchObject({ exitCode: 1 })
  })

  test('names the format of an invalid time', async () => {
    const refused = await command(['clock', 'create', '--now', 'soon'], { env })
    expect(refused).toMatchObject({ exitCode: 2, err: expect.stringContaining('2026-12-24T18:00:00Z') })
  })
})

describe('usher bookings times with a test clock', () => {
  test('lists the free times after the time of the clock, which can be booked', async () => {
    await using login = await signInForTests(usher)
    const { id: clock } = await asJsonIn(login.env, 'clock', 'create', '--now', '2026-03-02T08:00Z')
    const call = apiClient(usher.stack.url, login.accessToken)
    const headers = { 'usher-test-clock': clock }
    const weekly_hours = [{ day: 'monday', start: '09:00', end: '10:00' }]
    const provider = await call('POST', '/api/providers', {
      ...{ headers, body: { name: 'Grace', timezone: 'UTC', weekly_hours } },
    })
    const service = await call('POST', '/api/service-types', {
      ...{ headers, body: { name: 'Haircut', duration_minutes: 60, provider_ids: [provider.body.id] } },
    })
    const of = ['--clock', clock]
    const { data } = await asJsonIn(login.env, 'bookings', 'times', service.body.id, ...of)
    expect(data.map(({ start }: { start: string }) => start)).toEqual(['2026-03-02T09:00:00.000Z'])
    const given = ['--service-type', service.body.id, '--start', data[0].start, '--name', 'Ada']
    const args = ['bookings', 'create', ...given, '--email', 'ada@example.com', ...of]
    expect(await asJsonIn(login.env, ...args)).toMatchObject({ status: 'confirmed' })
    await asJsonIn(login.env, 'clock', 'advance', clock, '--to', '2026-03-09T08:00Z')
    const later = await asJsonIn(login.env, 'bookings', 'times', service.body.id, ...of)
    expect(later.data[0].start).toBe('2026-03-09T09:00:00.000Z')
    await command(['clock', 'delete', clock], { env })
  })
})
