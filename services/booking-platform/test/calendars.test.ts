import { calendarBusyReplaced } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { goldenEvents, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { accepted, at, bookingOf, givenServiceType, shareHarness } from './harness.ts'

const givenHarness = shareHarness()

/** An organisation with a service type, and a function that publishes busy times of its provider. */
async function givenCalendar() {
  const harness = await givenHarness()
  const api = harness.client()
  const type = await givenServiceType(api)
  const [provider_id = ''] = type.provider_ids
  const path = `/api/availability?service_type_id=${type.id}&from=${at('09:00')}&to=${at('11:00')}`
  const tell = async (
    sequence: number,
    times: readonly (readonly [string, string])[],
    { linked, ...given }: { linked?: boolean; organizationId?: string } = {},
  ) => {
    const busy = times.map(([start, end]) => ({ start: at(start), end: at(end) }))
    const data = { provider_id, as_of: new Date(Date.now() - 60_000 + sequence).toISOString(), busy }
    const told = { ...data, ...(linked !== undefined && { linked }) }
    const origin = { organizationId: harness.organizationId, actor: 'system', requestId: 'test', ...given }
    const facts = { subject: provider_id, sequence, time: new Date(), origin, data: told }
    await harness.publish(newEvent(calendarBusyReplaced, facts))
    return data.as_of
  }
  const answer = async () => (await api('GET', path)).body
  const untilAsOf = (as_of: string) =>
    until('the calendar', async () => {
      const body = await answer()
      return body.as_of === as_of && body.data.map(({ start }: { start: string }) => start)
    })
  return { harness, api, type, tell, answer, untilAsOf }
}

describe('a provider with a connected calendar', () => {
  test('cannot be booked while the calendar is busy, and availability shows its as_of', async () => {
    const all = await givenCalendar()
    const free = await all.answer()
    expect(free.data).toHaveLength(4)
    const told = await all.tell(2, [['09:15', '10:00']])
    expect(await all.untilAsOf(told)).toEqual([at('10:00'), at('10:30')])
    const refused = await all.api('POST', '/api/bookings', { body: bookingOf(all.type.id, at('09:30')) })
    expect(refused.body).toMatchObject({ code: 'slot_unavailable', errors: [{ code: 'booked' }] })
    const explain = `/api/availability/explain?service_type_id=${all.type.id}&start=${at('09:00')}`
    expect((await all.api('GET', explain)).body).toMatchObject({ available: false, as_of: told })
  })

  test('ignores older busy times that arrive late and those of another organisation', async () => {
    const all = await givenCalendar()
    await all.untilAsOf(await all.tell(5, [['09:00', '09:30']]))
    await all.tell(4, [['10:00', '11:00']])
    await all.tell(9, [['10:00', '11:00']], { organizationId: newId('organization') })
    expect(await all.untilAsOf(await all.tell(6, []))).toHaveLength(4)
  })

  test('repeated busy times renew as_of without invalidating availability', async () => {
    const all = await givenCalendar()
    await using stack = new AsyncDisposableStack()
    const connection = await mongoose.createConnection(all.harness.config.mongoUrl).asPromise()
    stack.defer(() => connection.destroy())
    const of = { organization_id: all.harness.organizationId }
    const changed = async () => (await connection.collection('calendars').findOne(of))?.changed
    await all.untilAsOf(await all.tell(2, [['09:00', '09:30']]))
    const before = await changed()
    expect(await all.untilAsOf(await all.tell(3, [['09:00', '09:30']]))).toHaveLength(3)
    expect(await changed()).toBe(before)
    expect(await all.untilAsOf(await all.tell(4, []))).toHaveLength(4)
    expect(await changed()).not.toBe(before)
  })

  test('is bookable once the calendar is unlinked, and late busy times do not bring it back', async () => {
    const all = await givenCalendar()
    await all.untilAsOf(await all.tell(5, [['09:00', '11:00']]))
    const gone = await all.tell(7, [['09:00', '11:00']], { linked: false })
    await until('the calendar to be gone', async () => (await all.answer()).data.length === 4)
    expect((await all.answer()).as_of).not.toBe(gone)
    await all.tell(6, [['09:00', '11:00']])
    // Told in order, so that what came late was handled before.
    await all.untilAsOf(await all.tell(8, [['09:00', '10:00']]))
    await all.tell(9, [], { linked: false })
    await until('the calendar to be gone', async () => (await all.answer()).data.length === 4)
    expect(
      (await all.api('POST', '/api/bookings', { body: bookingOf(all.type.id, at('09:00')) })).status,
    ).toBe(201)
  })

  test('is bookable once the calendar is unlinked, even if availability was read just while it was linked', async () => {
    for (let round = 0; round < 8; round += 1) {
      const all = await givenCalendar()
      const count = async () => (await all.answer()).data.length
      const told = all.tell(1, [['09:00', '11:00']])
      // Several at once, so that one reads the inputs before the change, and the times after it.
      await until('it to be busy', async () => {
        const counts = await Promise.all([count(), count(), count()])
        return counts.every((n) => n === 0)
      })
      await told
      const as_of = await all.tell(2, [], { linked: false })
      await until('the calendar to be gone', async () => (await all.answer()).as_of > as_of)
      expect(await count()).toBe(4)
    }
  })

  test('cannot be booked while the calendar is older than calendar_max_age_minutes', async () => {
    const all = await givenCalendar()
    const { api, type, harness } = all
    const path = `/api/providers/${type.provider_ids[0]}`
    expect((await api('GET', path)).body.calendar_max_age_minutes).toBeNull()
    await accepted(api('PATCH', path, { body: { calendar_max_age_minutes: 10 } }))
    expect((await all.answer()).data).toHaveLength(4)
    const told = await all.tell(1, [])
    expect(await all.untilAsOf(told)).toHaveLength(4)
    harness.clock.advance(Date.parse(told) + 8 * 60_000 - harness.clock.now().getTime())
    expect((await all.answer()).data).toHaveLength(4)
    harness.clock.advance(3 * 60_000)
    expect(await all.answer()).toEqual({ data: [], as_of: told })
    const refused = await api('POST', '/api/bookings', { body: bookingOf(type.id, at('09:00')) })
    expect(refused.body).toMatchObject({ errors: [{ code: 'calendar_stale' }], alternatives: [] })
    const explain = `/api/availability/explain?service_type_id=${type.id}&start=${at('09:00')}`
    expect((await api('GET', explain)).body.providers).toMatchObject([{ rules: ['calendar_stale'] }])
    await accepted(api('PATCH', path, { body: { calendar_max_age_minutes: null } }))
    expect((await all.answer()).data).toHaveLength(4)
  })

  test('reads the golden event of busy times', () => {
    const golden = goldenEvents().filter(({ type }) => type === calendarBusyReplaced.type)
    expect(golden).toHaveLength(1)
    for (const { data } of golden) expect(calendarBusyReplaced.data.parse(data)).toEqual(data)
  })
})
