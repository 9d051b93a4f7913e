import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NEWEST_API_VERSION } from '@usher/contracts'
import { type Client, sessionClient, until } from '@usher/test-kit'
import { createServiceType } from '../bookable.ts'
import { made } from '../made.ts'
import { Visitor } from '../oauth-visitor.ts'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { command, startCommand } from './terminal.ts'

let usher: Usher
let owner: Client
let env: Record<string, string>
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  usher = cleanup.use(await useSharedUsher())
  owner = await sessionClient(usher.stack.url, usher.demo)
  const home = await mkdtemp(join(tmpdir(), 'usher-cli-'))
  cleanup.defer(() => rm(home, { recursive: true }))
  env = { USHER_URL: usher.stack.url, USHER_CONFIG_HOME: home }
  const login = startCommand(['login'], { env })
  const [, address = ''] = /Open (\S+)/.exec(await login.shows(/Open http\S+/)) ?? []
  await new Visitor(usher.stack.url).allowDevice(address, { member: usher.demo, mode: 'live' })
  await login.exitCode
})
afterAll(() => cleanup.disposeAsync())

async function asJson(...args: string[]) {
  const { exitCode, out, err } = await command([...args, '--json'], { env })
  expect([exitCode, err]).toEqual([0, ''])
  return JSON.parse(out)
}

const bookingAt = (serviceType: string, start: string, ...more: string[]) => [
  ...['bookings', 'create', '--service-type', serviceType, '--start', start],
  ...['--name', 'Ada', '--phone', '+14155552671', ...more],
]

describe('usher bookings with a login', () => {
  test('books, shows, lists and cancels as the API does', async () => {
    const service = await createServiceType(owner)
    const { data: times } = await asJson('bookings', 'times', service)
    const [{ start, provider_ids }] = times
    const booking = await asJson(
      ...bookingAt(service, start, '--email', 'ada@example.com', '--provider', provider_ids[0]),
    )
    expect(booking).toMatchObject({
      status: 'confirmed',
      start,
      service_type_id: service,
      provider_id: provider_ids[0],
    })
    expect(booking.customer).toMatchObject({ name: 'Ada', phone: '+14155552671', email: 'ada@example.com' })
    const asApi = { headers: { 'usher-version': NEWEST_API_VERSION } }
    expect(await asJson('bookings', 'get', booking.id)).toEqual(
      (await owner('GET', `/api/bookings/${booking.id}`, asApi)).body,
    )

    const to = new Date(Date.parse(start) + 60_000).toISOString()
    const list = ['bookings', 'list', '--from', start, '--to', to]
    const listed = await command([...list, '--status', 'confirmed'], { env })
    expect(listed.out.split('\n')[0]).toMatch(/^ID +START +CUSTOMER +STATUS +SERVICE TYPE$/)
    expect(listed.out).toMatch(new RegExp(`^${booking.id} +${start} +Ada +confirmed +${service}$`, 'm'))

    const cancelled = await command(['bookings', 'cancel', booking.id, '--reason', 'Ill'], { env })
    expect(cancelled.out).toMatch(/^status +cancelled$/m)
    expect((await command([...list, '--status', 'confirmed'], { env })).out).not.toContain(booking.id)
    expect((await asJson('bookings', 'times', service)).data[0].start).toBe(start)
  })

  test('names free times if the wanted one is taken, and the format of an invalid one', async () => {
    const service = await createServiceType(owner)
    const [{ start }] = (await asJson('bookings', 'times', service)).data
    await asJson(...bookingAt(service, start))
    const again = await command(bookingAt(service, start), { env })
    expect(again).toMatchObject({ exitCode: 1, out: '' })
    expect(again.err).toMatch(/^Free: \d{4}-\S+Z, /m)
    expect(again.err).toContain('usher bookings times')
    const wrong = await command(bookingAt(service, 'tomorrow'), { env })
    expect(wrong).toMatchObject({ exitCode: 1, err: expect.stringContaining('  start: must be a time') })
    expect(await command(['bookings', 'create'], { env })).toMatchObject({ exitCode: 2 })
  })

  test('checks a customer into a queue', async () => {
    const service = await createServiceType(owner)
    const { id: queue } = await made(owner, '/v1/queues', {
      name: 'Door',
      bookings: { service_type_ids: [service] },
    })
    const start = new Date(Math.ceil(Date.now() / 1_800_000) * 1_800_000).toISOString()
    const booking = await asJson(...bookingAt(service, start))
    await asJson('bookings', 'check-in', booking.id, '--queue', queue)
    const [guest] = await until('the guest in the line', async () => {
      const { data } = (await usher.api('GET', `/v1/queues/${queue}/guests`)).body
      return data.length > 0 && data
    })
    expect(guest).toMatchObject({ name: 'Ada', booking: { id: booking.id } })
  })

  test('explains that API keys cannot access bookings, and what to leave out', async () => {
    const withKey = { env: { ...env, USHER_API_KEY: usher.demo.test_api_key } }
    for (const args of [
      ['bookings', 'list'],
      ['trigger', 'booking.created'],
    ]) {
      const { exitCode, out, err } = await command(args, withKey)
      expect([exitCode, out]).toEqual([3, ''])
      expect(err).toMatch(/^Error: API keys cannot access bookings\.\nSign in .*USHER_API_KEY/)
    }
  })
})
