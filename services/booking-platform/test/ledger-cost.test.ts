import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { monthsIn } from '../src/ledger/ledger-months.ts'
import { newBucket } from '../src/ledger/ledger-record.ts'
import { accepted, bookingOf, givenBooking, givenServiceType, startHarness } from './harness.ts'
import { iso, monthStart, openLedgers, TEST_APP } from './ledger-values.ts'

const AHEAD = 3_000
const EDGE = monthStart()

type Store = Awaited<ReturnType<typeof openLedgers>>

type Cost = Awaited<ReturnType<typeof costOf>>

/** What a request costs in ledgers: commands, documents and bytes read, and bytes of the documents written. */
async function costOf({ connection, ledgers }: Store, request: () => Promise<unknown>) {
  const db = connection.getClient().db(connection.name)
  const sizes = async () => {
    const projected = { revision: 1, size: { $bsonSize: '$$ROOT' } }
    const found = await ledgers.aggregate<{ _id: string; revision: unknown; size: number }>([
      { $project: projected },
    ])
    return new Map((await found.toArray()).map(({ _id, ...rest }) => [_id, rest]))
  }
  const before = await sizes()
  await db.command({ profile: 2 })
  await request()
  await db.command({ profile: 0 })
  const profile = db.collection('system.profile')
  const commands = await profile
    .find({ ns: `${connection.name}.ledgers`, appName: { $ne: TEST_APP } })
    .toArray()
  await profile.drop()
  const written = [...(await sizes())].filter(([id, { revision }]) => revision !== before.get(id)?.revision)
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0)
  return {
    commands: commands.length,
    examined: sum(commands.map(({ docsExamined }) => docsExamined ?? 0)),
    readBytes: sum(commands.map(({ responseLength }) => responseLength ?? 0)),
    writtenBytes: sum(written.map(([, { size }]) => size)),
  }
}

/** Thousands of bookings from the second month on. */
async function givenManyAhead(
  { ledgers }: Store,
  provider: { providerId: string; organizationId: string },
  type: string,
) {
  const from = monthStart(2)
  const busy = Array.from({ length: AHEAD }, (_, i) => {
    const [start, end] = [from + i * 3 * HOUR_MS, from + i * 3 * HOUR_MS + HOUR_MS]
    const span = { start, end, bufferedStart: start, bufferedEnd: end }
    return { by: `bk_${i}`, type, ...span, seats: 1, expires: null }
  })
  const months = monthsIn({ from, to: from + AHEAD * 3 * HOUR_MS })
  await ledgers.insertMany(
    months.map((month) => {
      const own = busy.filter(({ start }) => start >= month.from && start < month.to)
      return newBucket(provider, month, own)
    }),
  )
}

describe('the cost of ledgers for a provider with 3,000 bookings in other months', () => {
  test('searching, holding, booking, moving and cancelling cost the same as for a provider with none', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    await using store = await openLedgers(harness.config)
    const costs = []
    for (const isBusy of [true, false]) {
      const type = await givenServiceType(api, { horizon_days: 365 })
      const [providerId = ''] = type.provider_ids
      const { organizationId } = harness
      if (isBusy) await givenManyAhead(store, { providerId, organizationId }, type.id)
      const [start, later] = [iso(EDGE - 10 * MINUTE_MS), iso(EDGE + HOUR_MS)]
      const week = `service_type_id=${type.id}&from=${iso(EDGE - 24 * HOUR_MS)}&to=${iso(EDGE + 24 * HOUR_MS)}`
      const body = { service_type_id: type.id, start: iso(EDGE - HOUR_MS) }
      const customer = { name: 'Ada' }
      let [hold, booking] = ['', '']
      const requests = [
        () => api('GET', `/api/availability?${week}`),
        async () => {
          hold = (await accepted(api('POST', '/api/booking-holds', { body }))).id
        },
        async () => {
          booking = (await givenBooking(api, { hold_id: hold, customer })).id
        },
        () => accepted(api('PATCH', `/api/bookings/${booking}`, { body: { start: later } })),
        () =>
          accepted(api('PATCH', `/api/bookings/${booking}`, { body: { start: iso(EDGE - 30 * MINUTE_MS) } })),
        () => accepted(api('POST', `/api/bookings/${booking}/cancel`)),
        () => api('GET', `/api/availability/explain?service_type_id=${type.id}&start=${start}`),
      ]
      const ofOne = []
      for (const request of requests) ofOne.push(await costOf(store, request))
      costs.push(ofOne)
    }
    const [ofBusy = [], ofFree = []] = costs
    // Some bytes of an answer are MongoDB's own.
    const rounded = ({ readBytes, ...rest }: Cost) => ({ ...rest, readBytes: Math.ceil(readBytes / 250) })
    expect(ofBusy.map(rounded)).toEqual(ofFree.map(rounded))
    expect(Math.max(...ofBusy.map(({ writtenBytes }) => writtenBytes))).toBeLessThan(2_000)
  })

  test('a booking in another month leaves the cached availability of this month valid', async () => {
    await using harness = await startHarness()
    const api = harness.client()
    await using store = await openLedgers(harness.config)
    const type = await givenServiceType(api, { horizon_days: 365 })
    const path = `/api/availability?service_type_id=${type.id}&from=${iso(EDGE + 72 * HOUR_MS)}&to=${iso(EDGE + 96 * HOUR_MS)}`
    const ask = async () => (await costOf(store, () => api('GET', path))).commands
    expect(await ask()).toBe(2)
    await givenBooking(api, bookingOf(type.id, iso(monthStart(2))))
    expect(await ask()).toBe(1)
    await givenBooking(api, bookingOf(type.id, iso(EDGE + 72 * HOUR_MS)))
    expect(await ask()).toBe(2)
  })
})
