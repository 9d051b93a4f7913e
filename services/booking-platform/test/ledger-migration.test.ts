import type { Booking } from '@usher/contracts'
import { runMigration } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { describe, expect, test } from 'vitest'
import { BY_MONTH } from '../src/ledger/ledger-record.ts'
import { ledgersByMonth } from '../src/migrations/ledgers-by-month.ts'
import { accepted, bookingOf, givenBooking, givenServiceType, startHarness } from './harness.ts'
import { iso, monthStart, monthsStored, monthsTaken, openLedgers } from './ledger-values.ts'

const EDGE = monthStart()
const BUFFER = 30 * MINUTE_MS

/** A service type whose provider has a ledger as the version before kept it. */
async function givenWholeLedger() {
  const stack = new AsyncDisposableStack()
  const harness = stack.use(await startHarness())
  const store = stack.use(await openLedgers(harness.config))
  const api = harness.client()
  const type = await givenServiceType(api, {
    slot_step_minutes: 30,
    buffer_after_minutes: 30,
    horizon_days: 90,
  })
  const [_id = ''] = type.provider_ids
  const organization_id = harness.organizationId
  const root = () => store.ledgers.findOne({ _id })
  await store.ledgers.replaceOne({ _id }, { organization_id, revision: 0, busy: [] })
  return { harness, store, api, type, _id, root, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

describe('given a ledger of the version before', () => {
  test('when it is booked, moved and cancelled before it is split, then it stays as that version reads it', async () => {
    await using given = await givenWholeLedger()
    const { api, type, store, _id, root } = given
    const booking = await givenBooking(api, bookingOf(type.id, iso(EDGE - BUFFER)))
    expect(await root()).toMatchObject({ revision: 1, busy: [{ by: booking.id, start: EDGE - BUFFER }] })
    await accepted(api('PATCH', `/api/bookings/${booking.id}`, { body: { start: iso(EDGE) } }))
    expect(await root()).toMatchObject({ revision: 2, busy: [{ by: booking.id, start: EDGE }] })
    await accepted(api('POST', `/api/bookings/${booking.id}/cancel`))
    expect(await root()).toMatchObject({ revision: 3, busy: [] })
    expect(await store.buckets(_id)).toEqual([])
  })

  test('when two replicas book while it is split, then nothing overlaps, and all is in the months it touches', async () => {
    await using given = await givenWholeLedger()
    const { harness, store, api, type, _id } = given
    const clients = [api, harness.client({}, (await harness.start()).url)]
    for (const hours of [-4, 4])
      await givenBooking(api, bookingOf(type.id, iso(EDGE + hours * 60 * MINUTE_MS)))
    const starts = Array.from({ length: 24 }, (_, i) => iso(EDGE + ((i % 12) - 6) * BUFFER))
    const [parts, ...answers] = await Promise.all([
      runMigration(store.connection, ledgersByMonth),
      ...starts.map((start, i) =>
        clients[i % 2]?.('POST', '/api/bookings', { body: bookingOf(type.id, start) }),
      ),
    ])
    expect(parts).toBeGreaterThan(0)
    expect(answers.every((answer) => answer?.status === 201 || answer?.status === 409)).toBe(true)
    const { data } = (await api('GET', '/api/bookings?limit=100&status=confirmed')).body
    const bookings = data as Booking[]
    const sorted = bookings.map(({ start }) => Date.parse(start)).sort((a, b) => a - b)
    for (const [i, start] of sorted.slice(1).entries())
      expect(start - (sorted[i] ?? 0)).toBeGreaterThanOrEqual(2 * BUFFER)
    expect(monthsStored(await store.buckets(_id))).toEqual(
      monthsTaken(bookings.map((booking) => ({ ...booking, before: 0, after: BUFFER }))),
    )
    for (const { id } of bookings) await accepted(api('POST', `/api/bookings/${id}/cancel`))
    expect(monthsStored(await store.buckets(_id))).toEqual([])
    expect(await runMigration(store.connection, ledgersByMonth)).toBe(0)
  })

  test('when it is split, then the statements of the version before fail on it, and change nothing', async () => {
    await using given = await givenWholeLedger()
    const { api, type, store, root, _id } = given
    await givenBooking(api, bookingOf(type.id, iso(EDGE)))
    await runMigration(store.connection, ledgersByMonth)
    const before = await root()
    const filtered = { $filter: { input: '$busy', as: 'entry', cond: { $ne: ['$$entry.by', 'bk_1'] } } }
    const { ledgers } = store
    await expect(ledgers.find({ _id }, { projection: { busy: filtered } }).toArray()).rejects.toThrow(
      '$filter',
    )
    const change = [
      { $set: { busy: { $concatArrays: [filtered, []] }, revision: { $add: ['$revision', 1] } } },
    ]
    await expect(ledgers.updateOne({ _id }, change)).rejects.toThrow()
    const untyped = store.connection.collection('ledgers')
    await expect(untyped.updateMany({ busy: BY_MONTH }, { $inc: { revision: 1 } })).rejects.toThrow('$inc')
    expect(await root()).toEqual(before)
  })
})
