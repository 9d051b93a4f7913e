import { ANONYMOUS_NAME, type Booking, type CloudEvent, type ServiceType } from '@usher/contracts'
import { DAY_MS, MINUTE_MS } from '@usher/service-kit/durations'
import { until } from '@usher/test-kit'
import { createBookingHandler } from '../src/sync/two-way-sync.ts'
import {
  ANN,
  accepted,
  aProvider,
  aServiceType,
  at,
  booked,
  bookingOf,
  cycle,
  eventsOf,
  linked,
  quiet,
  startTwoWay,
  type TwoWay,
} from './two-way.ts'

const BOB = 'bob@example.test'
const API = '/api/google-calendar/connections'

let all: TwoWay
let yoga: ServiceType
let connectionId: string
beforeAll(async () => {
  all = await startTwoWay()
  connectionId = (await linked(all))._id
  yoga = await aServiceType(all.api, [all.providerId], { name: 'Yoga', capacity: 10 })
})
afterAll(() => all[Symbol.asyncDispose]())

let day = 2
/** A day of its own for each test: they share one provider. */
function nextDay() {
  day += 1
  const mine = day
  return (time: string) => at(time, mine)
}

const NAMES = ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay', 'Gil', 'Hal', 'Ida', 'Jo']

const seated = (start: string, name = 'Ada', given: object = {}): Promise<Booking> =>
  booked(all, start, { service_type_id: yoga.id, customer: { name }, ...given })

/** Bookings of a session, one seat each. */
async function session(start: string, names: readonly string[]): Promise<Booking[]> {
  const bookings: Booking[] = []
  for (const name of names) bookings.push(await seated(start, name))
  await quiet(all)
  return bookings
}

const patch = (id: string, body: object) => accepted(all.api('PATCH', `/api/bookings/${id}`, { body }))
const cancel = (id: string) => accepted(all.api('POST', `/api/bookings/${id}/cancel`))
const user = () => all.google.events(ANN)

const iso = (time: unknown) => new Date(String((time as { dateTime?: string }).dateTime)).toISOString()

/** The events that begin at a time. */
const eventsAt = (start: string, calendar = ANN) =>
  all.google.events(calendar).all.filter((event) => iso(event.start) === start)

const titlesAt = (start: string, calendar = ANN) =>
  eventsAt(start, calendar).map(({ fields }) => fields.summary)

const idAt = (start: string): string => eventsAt(start)[0]?.id ?? ''

const textAt = (start: string): string => String(eventsAt(start)[0]?.fields.description)

const writes = () => all.google.requests.requests.filter(({ method }) => method !== 'GET').length

const conflictsOf = async (bookings: readonly Booking[]) => {
  const { body } = await all.calendarApi('GET', `${API}/${connectionId}/conflicts?limit=100`)
  type Conflict = { booking_id: string; kind: string }
  const ids = bookings.map(({ id }) => id)
  return body.data
    .filter(({ booking_id }: Conflict) => ids.includes(booking_id))
    .map(({ booking_id, kind }: Conflict) => [booking_id, kind])
}

const expectConfirmed = async (bookings: readonly Booking[]) => {
  for (const booking of bookings) {
    const { start, end } = booking
    expect(await bookingOf(all, booking)).toMatchObject({ status: 'confirmed', start, end })
  }
}

/** Delivers events of bookings to calendar sync, as the broker may do again. */
const deliver = async (events: readonly CloudEvent[]) => {
  await createBookingHandler(all.service.context, all.service.jobs)(events)
  await all.service.jobs.sync.drain()
}

describe('the event of a session', () => {
  test('shows the seats and people of ten bookings', async () => {
    const start = nextDay()('09:00')
    const customer = { name: 'Zoe <b>', phone: '+14155552671' }
    const first = await seated(start, '', { customer, notes: 'Own mat' })
    await session(start, NAMES.slice(0, 9))
    expect(titlesAt(start)).toEqual(['Yoga (10/10)'])
    const entries = textAt(start).split('\n\n')
    const shown = (await all.service.context.bookings.find(all.organizationId, [first.id])).get(first.id)
    expect(entries[0]).toBe(`Zoe &lt;b>\n${shown?.description}`)
    expect(entries[0]).toContain('Own mat')
    expect(entries.slice(1).map((entry) => entry.split('\n')[0])).toEqual(NAMES.slice(0, 9))
  })

  test('counts all seats of a booking', async () => {
    const start = nextDay()('09:00')
    const [booking] = await session(start, ['Ada'])
    await patch(booking?.id ?? '', { seats: 3 })
    await seated(start, 'Bea', { seats: 2 })
    await quiet(all)
    expect(titlesAt(start)).toEqual(['Yoga (5/10)'])
  })

  test('stays when its first booking is cancelled, and is deleted with the last', async () => {
    const start = nextDay()('09:00')
    const bookings = await session(start, ['Ada', 'Bea', 'Cleo'])
    const id = idAt(start)
    for (const [index, titles] of [['Yoga (2/10)'], ['Yoga (1/10)'], []].entries()) {
      await cancel(bookings[index]?.id ?? '')
      await quiet(all)
      expect(titlesAt(start)).toEqual(titles)
      if (titles.length > 0) expect(idAt(start)).toBe(id)
    }
    await session(start, ['Dora'])
    expect(titlesAt(start)).toEqual(['Yoga (1/10)'])
    expect(textAt(start)).not.toContain('Ada')
  })

  test('follows a booking from one session to another and back', async () => {
    const on = nextDay()
    const [ada] = await session(on('09:00'), ['Ada', 'Bea'])
    await session(on('11:00'), ['Cleo'])
    await patch(ada?.id ?? '', { start: on('11:00') })
    await quiet(all)
    expect(titlesAt(on('09:00'))).toEqual(['Yoga (1/10)'])
    expect(titlesAt(on('11:00'))).toEqual(['Yoga (2/10)'])
    expect(textAt(on('09:00'))).not.toContain('Ada')
    expect(textAt(on('11:00'))).toContain('Ada')
    await patch(ada?.id ?? '', { start: on('09:00') })
    await quiet(all)
    expect(titlesAt(on('09:00'))).toEqual(['Yoga (2/10)'])
    expect(titlesAt(on('11:00'))).toEqual(['Yoga (1/10)'])
  })

  test('follows a booking to another provider', async () => {
    const start = nextDay()('09:00')
    const other = await aProvider(all.api)
    all.google.createAccount(BOB, { timeZone: 'Europe/Berlin' })
    await linked(all, other, BOB)
    const type = await aServiceType(all.api, [all.providerId, other], { name: 'Tour', capacity: 4 })
    const given = { service_type_id: type.id }
    const [ada] = [await seated(start, 'Ada', given), await seated(start, 'Bea', given)]
    await patch(ada.id, { provider_id: other })
    await quiet(all)
    expect(titlesAt(start)).toEqual(['Tour (1/4)'])
    expect(titlesAt(start, BOB)).toEqual(['Tour (1/4)'])
  })

  test('is created once for concurrent bookings', async () => {
    const start = nextDay()('09:00')
    await Promise.all(NAMES.slice(0, 4).map((name) => seated(start, name)))
    await quiet(all)
    expect(titlesAt(start)).toEqual(['Yoga (4/10)'])
  })

  test('is the same after events are redelivered in any order', async () => {
    const on = nextDay()
    const [ada, bea] = await session(on('09:00'), ['Ada', 'Bea'])
    await patch(ada?.id ?? '', { start: on('11:00') })
    await cancel(bea?.id ?? '')
    await session(on('09:00'), ['Cleo'])
    const told = [ada, bea].flatMap((booking) => all.events.of(booking?.id ?? ''))
    expect(told).toHaveLength(4)
    const before = writes()
    await deliver(told.toReversed())
    await deliver(told)
    expect(writes()).toBe(before)
    expect(titlesAt(on('09:00'))).toEqual(['Yoga (1/10)'])
    expect(titlesAt(on('11:00'))).toEqual(['Yoga (1/10)'])
  })

  test('drops a booking that moved away, even if the move arrives before the booking', async () => {
    const on = nextDay()
    const [ada] = await session(on('09:00'), ['Ada', 'Bea'])
    await patch(ada?.id ?? '', { start: on('11:00') })
    await quiet(all)
    const [made, moved] = all.events.of(ada?.id ?? '') as [CloudEvent, CloudEvent]
    const { connection } = all.service.context
    await connection.collection<{ _id: string }>('bookings').deleteOne({ _id: ada?.id ?? '' })
    await deliver([moved])
    await deliver([made])
    expect(titlesAt(on('09:00'))).toEqual(['Yoga (1/10)'])
    expect(titlesAt(on('11:00'))).toEqual(['Yoga (1/10)'])
  })

  test('is put back when its owner moves it, and no booking moves', async () => {
    const on = nextDay()
    const bookings = await session(on('09:00'), ['Ada', 'Bea'])
    user().move(idAt(on('09:00')), on('14:00'))
    await cycle(all)
    expect(titlesAt(on('09:00'))).toEqual(['Yoga (2/10)'])
    expect(eventsAt(on('14:00'))).toEqual([])
    await expectConfirmed(bookings)
    expect(await conflictsOf(bookings)).toEqual([[bookings[0]?.id, 'session_changed']])
  })

  test('is written again when its owner deletes it, and no booking is cancelled', async () => {
    const start = nextDay()('09:00')
    const bookings = await session(start, ['Ada', 'Bea'])
    user().delete(idAt(start))
    await cycle(all)
    expect(titlesAt(start)).toEqual(['Yoga (2/10)'])
    await expectConfirmed(bookings)
    expect(await conflictsOf(bookings)).toEqual([[bookings[0]?.id, 'session_changed']])
    const { body } = await all.calendarApi('GET', `${API}/${connectionId}`)
    expect(body).toMatchObject({ status: 'active', breaker: null })
  })

  test('is deleted when its last booking is cancelled, even if its owner moved it', async () => {
    const on = nextDay()
    const bookings = await session(on('09:00'), ['Ada'])
    await all.stop()
    user().move(idAt(on('09:00')), on('14:00'))
    await cancel(bookings[0]?.id ?? '')
    await all.begin()
    await cycle(all)
    expect([...eventsAt(on('09:00')), ...eventsAt(on('14:00'))]).toEqual([])
    expect(await conflictsOf(bookings)).toEqual([])
  })

  test('is recognised as our own when it is read again', async () => {
    const start = nextDay()('09:00')
    await session(start, ['Ada', 'Bea'])
    const before = writes()
    await all.calendarApi('POST', '/api/google-calendar/sync')
    await cycle(all)
    all.google.expireSyncTokens(ANN)
    await cycle(all)
    expect(writes()).toBe(before)
  })

  test('blocks the time for other service types, but not its own free seats', async () => {
    const start = nextDay()('09:00')
    await session(start, ['Ada'])
    await cycle(all)
    await expect(booked(all, start)).rejects.toThrow('409')
    await session(start, ['Bea'])
    expect(titlesAt(start)).toEqual(['Yoga (2/10)'])
  })

  test('does not block its own free seats when its owner makes it recurring', async () => {
    const on = nextDay()
    await session(on('09:00'), ['Ada'])
    const zoned = (time: unknown) => ({ ...(time as object), timeZone: 'Europe/Berlin' })
    const event = user().get(idAt(on('09:00')))
    const times = { start: zoned(event?.start), end: zoned(event?.end) }
    user().edit(event?.id ?? '', { ...times, recurrence: ['RRULE:FREQ=DAILY;COUNT=2'] })
    await cycle(all)
    const next = nextDay()
    const query = `service_type_id=${yoga.id}&from=${next('09:00')}&to=${next('09:30')}`
    await until('the second time to be closed', async () => {
      const { body } = await all.api('GET', `/api/availability?${query}`)
      return body.data.length === 0
    })
    await session(on('09:00'), ['Cleo'])
    expect(titlesAt(on('09:00'))).toEqual(['Yoga (2/10)'])
    user().delete(event?.id ?? '')
    await cycle(all)
  })

  test('lists as many people as fit in a description, and counts the others', async () => {
    const start = nextDay()('09:00')
    const big = await aServiceType(all.api, [all.providerId], { name: 'Tour', capacity: 50 })
    const given = { service_type_id: big.id, notes: 'n'.repeat(500) }
    for (let index = 0; index < 20; index += 1) await seated(start, `Guest ${index}`, given)
    await quiet(all)
    expect(titlesAt(start)).toEqual(['Tour (20/50)'])
    expect(textAt(start).length).toBeLessThan(8_192)
    expect(textAt(start)).toMatch(/\n\n\+ \d+$/)
  })
})

describe('a calendar connected again', () => {
  test('has one event for each session', async () => {
    const on = nextDay()
    await session(on('09:00'), ['Ada', 'Bea'])
    const [cleo] = await session(on('11:00'), ['Cleo'])
    const id = idAt(on('09:00'))
    await accepted(all.calendarApi('DELETE', `${API}/${connectionId}`))
    await cancel(cleo?.id ?? '')
    await seated(on('09:00'), 'Dora')
    await quiet(all)
    connectionId = (await linked(all))._id
    await quiet(all)
    expect(titlesAt(on('09:00'))).toEqual(['Yoga (3/10)'])
    expect(idAt(on('09:00'))).toBe(id)
    all.google.expireSyncTokens(ANN)
    await cycle(all)
    expect(eventsAt(on('11:00'))).toEqual([])
  })

  test('keeps one event and all seats of a session that was emptied and refilled many times', async () => {
    const start = nextDay()('09:00')
    for (let time = 0; time < 11; time += 1) {
      const [ada] = await session(start, ['Ada'])
      await cancel(ada?.id ?? '')
      await quiet(all)
    }
    await session(start, ['Bea'])
    const id = idAt(start)
    await accepted(all.calendarApi('DELETE', `${API}/${connectionId}`))
    await quiet(all)
    connectionId = (await linked(all))._id
    for (let round = 0; round < 5; round += 1) {
      all.clock.advance(MINUTE_MS)
      await cycle(all)
    }
    await session(start, ['Cleo'])
    expect(titlesAt(start)).toEqual(['Yoga (2/10)'])
    expect(idAt(start)).toBe(id)
  })
})

describe('a booking with an event of its own', () => {
  test('joins its session when it next changes', async () => {
    const start = nextDay()('09:00')
    const [ada] = (await session(start, ['Ada', 'Bea'])) as [Booking]
    const [made] = all.events.of(ada.id) as [CloudEvent<Record<string, unknown>>]
    const { capacity, ...before } = made.data ?? {}
    expect(capacity).toBe(10)
    await deliver([{ ...made, data: before }])
    expect(titlesAt(start).toSorted()).toEqual(['Yoga (1/10)', 'Yoga: Ada'])
    await patch(ada.id, { notes: 'First visit' })
    await quiet(all)
    expect(titlesAt(start)).toEqual(['Yoga (2/10)'])
    expect(eventsOf(all, ada)).toEqual([])
  })
})

describe('an event of the past', () => {
  /** A session and another booking, two days later, when copies of bookings are deleted. */
  async function past() {
    const on = nextDay()
    const seats = await session(on('09:00'), ['Ada', 'Bea'])
    await booked(all, on('12:00'), { customer: { name: 'Carl' } })
    await quiet(all)
    all.clock.advance(Date.parse(on('09:00')) + 2 * DAY_MS - all.clock.now().getTime())
    const ended = { end: { $lt: all.clock.now() } }
    await all.service.context.connection.collection('bookings').deleteMany(ended)
    return { on, told: all.events.of(seats[0]?.id ?? '')[0] as CloudEvent<Record<string, unknown>> }
  }

  test('stays when settings change or a booking is completed, and drops all names once a customer is erased', async () => {
    const { on, told } = await past()
    await accepted(
      all.calendarApi('PATCH', `${API}/${connectionId}`, { body: { busy_invitations: 'answered' } }),
    )
    await all.service.jobs.sync.drain()
    await deliver([{ ...told, sequence: 2, data: { ...told.data, status: 'completed' } }])
    expect(titlesAt(on('09:00'))).toEqual(['Yoga (2/10)'])
    expect(titlesAt(on('12:00'))).toEqual(['Haircut: Carl'])
    const customer = { name: ANONYMOUS_NAME, phone: null, email: null, locale: null }
    await deliver([{ ...told, sequence: 3, data: { ...told.data, status: 'completed', customer } }])
    expect(titlesAt(on('09:00'))).toEqual(['Yoga'])
    expect(textAt(on('09:00'))).toBe('')
  })
})
