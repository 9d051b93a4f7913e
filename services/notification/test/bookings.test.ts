import {
  type CloudEvent,
  type Notification,
  organizationUpdated,
  privacyRequested,
  type QuietHours,
} from '@usher/contracts'
import { connectMongo, newEvent, newId } from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import { goldenEvents, until } from '@usher/test-kit'
import type { mongo } from 'mongoose'
import { guestEvent, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

let phones = 0
/** A number of its own, by which the messages of a test are told from others. */
const newPhone = () => `+1415555${String(2_000 + ++phones)}`

/** A booking in three days, in Berlin, and the events that tell of it. */
function givenBooking(customer: object = {}) {
  const [id, phone] = [newId('booking'), newPhone()]
  const at = (hours: number) => new Date(harness.clock.now().getTime() + hours * HOUR_MS).toISOString()
  const start = at(72)
  let sequence = 0
  const event = (type: string, changed: object = {}): CloudEvent => {
    sequence += 1
    const golden = goldenEvents().find((one) => one.type === type) as CloudEvent<Record<string, unknown>>
    const person = { ...(golden.data.customer as object), phone, ...customer }
    const data = { ...golden.data, id, start, customer: person, ...changed }
    const facts = { id: newId('event'), organizationid: harness.organizationId, subject: id, sequence }
    return { ...golden, ...facts, time: at(0), data }
  }
  return { id, phone, start, at, event }
}

const messagesTo = async (to: string): Promise<Notification[]> =>
  (await harness.client()('GET', '/v1/notifications?limit=100')).body.data.filter(
    (message: Notification) => message.to === to,
  )

const kindsTo = async (to: string) => (await messagesTo(to)).map(({ kind }) => kind).toReversed()

const messageTo = (to: string, kind: string): Promise<Notification> =>
  until(`the message of ${kind}`, async () => (await messagesTo(to)).find((one) => one.kind === kind))

async function inDatabase<T>(work: (database: mongo.Db) => Promise<T>): Promise<T> {
  const connection = await connectMongo(harness.config.mongoUrl)
  await using _closing = { [Symbol.asyncDispose]: () => connection.destroy() }
  return await work(connection.getClient().db(connection.name))
}

/** Leaves a booking with a time that nobody can put into words. */
const breakTimeZone = (bookingId: string) =>
  inDatabase(async (database) => {
    const bookings = database.collection<{ _id: string }>('bookings')
    await bookings.updateOne({ _id: bookingId }, { $set: { time_zone: 'Nowhere/Land' } })
  })

let organizationEvents = 1

/** Resolves once the organisation has these quiet hours. */
async function setQuietHours(quiet_hours: QuietHours | null): Promise<void> {
  const golden = goldenEvents().find(({ type }) => type === organizationUpdated.type) as CloudEvent
  organizationEvents += 1
  const { organizationId: organizationid } = harness
  const ids = { id: newId('event'), organizationid, subject: organizationid, sequence: organizationEvents }
  await harness.publish({ ...golden, ...ids, data: { ...(golden.data as object), quiet_hours } })
  await inDatabase((database) =>
    until('the quiet hours', () =>
      database
        .collection<{ _id: string }>('organizations')
        .findOne({ _id: organizationid, sequence: organizationEvents }),
    ),
  )
}

/** Resolves once everything published before has been followed. */
async function followed(): Promise<void> {
  const phone = newPhone()
  await harness.publish(guestEvent(harness.organizationId, { phone }))
  await messageTo(phone, 'added')
}

describe('messages about a booking', () => {
  test('confirmation, change and cancellation each reach the customer once, in local time', async () => {
    const { phone, start, at, event } = givenBooking({ locale: 'de' })
    const made = event('booking.created')
    await harness.publish(made, made)
    const local = new Date(start).toLocaleTimeString('de', {
      ...{ timeZone: 'Europe/Berlin', hour: 'numeric', minute: '2-digit' },
    })
    expect(await messageTo(phone, 'booking_confirmed')).toMatchObject({
      ...{ channel: 'sms', guest_id: null, text: expect.stringContaining(local) },
    })
    await harness.publish(event('booking.updated', { start: at(80) }))
    await messageTo(phone, 'booking_changed')
    harness.clock.advance(121_000)
    await harness.service.jobs.dispatcher.drain()
    await harness.publish(event('booking.cancelled'))
    await messageTo(phone, 'booking_cancelled')
    await harness.publish(made)
    await followed()
    expect(await kindsTo(phone)).toEqual(['booking_confirmed', 'booking_changed', 'booking_cancelled'])
  })

  test('a request is acknowledged at once and confirmed by staff, and changed notes send nothing', async () => {
    const { phone, event } = givenBooking()
    await harness.publish(event('booking.created', { status: 'pending' }))
    expect((await messageTo(phone, 'booking_requested')).text).toContain('not confirmed yet')
    await harness.publish(event('booking.updated', { previous: null }))
    await harness.publish(event('booking.updated', { previous: null, notes: 'By the window' }))
    await followed()
    expect(await kindsTo(phone)).toEqual(['booking_requested', 'booking_confirmed'])
  })

  test('a request that staff cancel is declined, and one that the customer cancels is cancelled', async () => {
    const [declined, withdrawn] = [givenBooking(), givenBooking()]
    for (const { event } of [declined, withdrawn])
      await harness.publish(event('booking.created', { status: 'pending' }))
    await harness.publish(declined.event('booking.cancelled'))
    await harness.publish({ ...withdrawn.event('booking.cancelled'), actor: 'customer' })
    expect((await messageTo(declined.phone, 'booking_declined')).text).toContain('was declined')
    await messageTo(withdrawn.phone, 'booking_cancelled')
    expect(await kindsTo(declined.phone)).toEqual(['booking_requested', 'booking_declined'])
  })

  test('a cancelled booking sends no confirmation when its created event arrives late', async () => {
    const { phone, event } = givenBooking()
    const [made, cancelled] = [event('booking.created'), event('booking.cancelled')]
    await harness.publish(cancelled)
    await messageTo(phone, 'booking_cancelled')
    await harness.publish(made)
    await followed()
    expect(await kindsTo(phone)).toEqual(['booking_cancelled'])
  })

  test('go by e-mail to a customer without a phone number, and nowhere without either', async () => {
    const email = `${newId('guest')}@example.com`
    await harness.publish(givenBooking({ phone: null, email }).event('booking.created'))
    expect(await messageTo(email, 'booking_confirmed')).toMatchObject({ channel: 'email' })
    await harness.publish(givenBooking({ phone: null, email: null }).event('booking.created'))
    await followed()
  })

  test('bookings that follow in a series send no messages of their own', async () => {
    const [first, second] = [givenBooking(), givenBooking()]
    const follows = { follows_in_series: true }
    await harness.publish(first.event('booking.created'), second.event('booking.created', follows))
    await harness.publish(first.event('booking.cancelled'), second.event('booking.cancelled', follows))
    await messageTo(first.phone, 'booking_cancelled')
    await followed()
    expect(await kindsTo(second.phone)).toEqual([])
  })

  test('a booking whose start has passed sends no confirmation', async () => {
    const { phone, at, event } = givenBooking()
    await harness.publish(event('booking.created', { start: at(-1) }))
    await followed()
    expect(await kindsTo(phone)).toEqual([])
  })
})

describe('the reminder a day before a booking', () => {
  const remind = () => harness.service.jobs.reminders.run()

  test('is sent once by two replicas, a day before the start the booking was moved to', async () => {
    const { phone, at, event } = givenBooking()
    await harness.publish(event('booking.created'))
    await harness.publish(event('booking.updated', { start: at(100) }))
    await followed()
    harness.clock.advance(50 * HOUR_MS)
    await remind()
    expect(await kindsTo(phone)).not.toContain('booking_reminder')
    harness.clock.advance(26 * HOUR_MS)
    await using other = await harness.start()
    await Promise.all([remind(), other.jobs.reminders.run()])
    await remind()
    expect(await kindsTo(phone)).toEqual(['booking_confirmed', 'booking_changed', 'booking_reminder'])
  })

  test('is sent despite a later booking whose reminder cannot be written', async () => {
    const [sound, broken] = [givenBooking(), givenBooking()]
    await harness.publish(sound.event('booking.created'))
    await harness.publish(broken.event('booking.created', { start: broken.at(73) }))
    await followed()
    await breakTimeZone(broken.id)
    harness.clock.advance(50 * HOUR_MS)
    await remind()
    expect(await kindsTo(sound.phone)).toEqual(['booking_confirmed', 'booking_reminder'])
    expect(await kindsTo(broken.phone)).toEqual(['booking_confirmed'])
    await harness.publish(broken.event('booking.cancelled'))
  })

  test('is not sent for a cancelled booking or an erased customer', async () => {
    const [cancelled, erased] = [givenBooking(), givenBooking()]
    await harness.publish(cancelled.event('booking.created'), erased.event('booking.created'))
    await harness.publish(cancelled.event('booking.cancelled'))
    await followed()
    const id = newId('privacyRequest')
    const origin = { organizationId: harness.organizationId, actor: 'mem_test', requestId: 'test' }
    const data = { id, kind: 'erasure' as const, subject: { phone: erased.phone } }
    await harness.publish(
      newEvent(privacyRequested, { subject: id, sequence: 1, time: new Date(), origin, data }),
    )
    await until('the erasure', async () => {
      harness.clock.advance(121_000)
      await harness.service.jobs.privacy.run()
      return harness.events.of(id).some(({ type }) => type === 'privacy.completed')
    })
    harness.clock.advance(50 * HOUR_MS)
    await remind()
    expect(await kindsTo(cancelled.phone)).toEqual(['booking_confirmed', 'booking_cancelled'])
    expect(await messagesTo(erased.phone)).toEqual([])
  })
})

describe('quiet hours of the organisation', () => {
  afterEach(() => setQuietHours(null))

  /** Quiet hours where the bookings are, which began an hour ago and go on for so long. */
  const quietFor = (hours: number) =>
    setQuietHours({ start: inBerlin(-HOUR_MS), end: inBerlin(hours * HOUR_MS) })

  const inBerlin = (ms: number) =>
    new Date(harness.clock.now().getTime() + ms).toLocaleTimeString('en-GB', {
      ...{ timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' },
    })

  const pass = async (hours: number) => {
    harness.clock.advance(hours * HOUR_MS)
    await harness.service.jobs.dispatcher.drain()
  }

  const statusTo = async (to: string, kind: string) => {
    const { status, held } = await messageTo(to, kind)
    return held?.code ?? status
  }

  const heldTo = (to: string, kind: string) =>
    until('the message to be held', async () => (await messageTo(to, kind)).held)

  test('do not delay the confirmation of a booking, or what the customer changes', async () => {
    await quietFor(8)
    const { phone, event } = givenBooking()
    await harness.publish(event('booking.created'))
    await harness.publish({ ...event('booking.cancelled'), actor: 'customer' })
    await messageTo(phone, 'booking_cancelled')
    await pass(0)
    expect(await statusTo(phone, 'booking_confirmed')).toBe('delivered')
    expect(await statusTo(phone, 'booking_cancelled')).toBe('delivered')
  })

  test('hold a cancellation by staff until their end, and say so', async () => {
    await quietFor(8)
    const { phone, event } = givenBooking()
    await harness.publish(event('booking.created'))
    await harness.publish(event('booking.cancelled'))
    const held = await heldTo(phone, 'booking_cancelled')
    expect(held).toMatchObject({
      ...{ code: 'quiet_hours', message: expect.stringContaining('organisation has quiet hours until') },
    })
    await pass(8)
    expect(await statusTo(phone, 'booking_cancelled')).toBe('delivered')
  })

  test('do not hold a cancellation by staff less than three hours before the start', async () => {
    await quietFor(8)
    const { phone, at, event } = givenBooking()
    await harness.publish(event('booking.created', { start: at(10) }))
    await harness.publish(event('booking.cancelled', { start: at(10) }))
    await messageTo(phone, 'booking_cancelled')
    await pass(0)
    expect(await statusTo(phone, 'booking_cancelled')).toBe('delivered')
  })

  test('do not hold the message that a booking of early in the morning was moved to another day', async () => {
    await quietFor(8)
    const { phone, at, event } = givenBooking()
    await harness.publish(event('booking.created', { start: at(9) }))
    const previous = { start: at(9), end: at(10), provider_id: 'prv_1' }
    await harness.publish(event('booking.updated', { start: at(100), previous }))
    await harness.publish(
      event('booking.updated', { start: at(120), previous: { ...previous, start: at(100) } }),
    )
    await messageTo(phone, 'booking_changed')
    await pass(0.1)
    expect(await statusTo(phone, 'booking_changed')).toBe('delivered')
    expect((await kindsTo(phone)).filter((kind) => kind === 'booking_changed')).toHaveLength(1)
  })

  test('hold two moves by staff as one message about the last time', async () => {
    await quietFor(8)
    const { phone, start, at, event } = givenBooking()
    const previous = { start, end: at(73), provider_id: 'prv_1' }
    await harness.publish(event('booking.created'))
    await harness.publish(event('booking.updated', { start: at(80), previous }))
    await messageTo(phone, 'booking_changed')
    await pass(0.1)
    await heldTo(phone, 'booking_changed')
    await harness.publish(
      event('booking.updated', { start: at(90), previous: { ...previous, start: at(80) } }),
    )
    await followed()
    await pass(1)
    expect(await statusTo(phone, 'booking_changed')).toBe('quiet_hours')
    await pass(8)
    expect(await kindsTo(phone)).toEqual(['booking_confirmed', 'booking_changed'])
    expect(await statusTo(phone, 'booking_changed')).toBe('delivered')
  })

  test('drop a held confirmation by staff when the booking is cancelled before their end', async () => {
    await quietFor(8)
    const { phone, event } = givenBooking()
    await harness.publish(event('booking.created', { status: 'pending' }))
    await harness.publish(event('booking.updated', { previous: null }))
    await heldTo(phone, 'booking_confirmed')
    await harness.publish(event('booking.cancelled'))
    await heldTo(phone, 'booking_cancelled')
    await pass(9)
    expect((await messageTo(phone, 'booking_confirmed')).error?.code).toBe('no_longer_of_use')
    expect(await statusTo(phone, 'booking_cancelled')).toBe('delivered')
  })

  test('move a reminder that would be due in them to their end', async () => {
    await setQuietHours({ start: inBerlin(44 * HOUR_MS), end: inBerlin(54 * HOUR_MS) })
    const { phone, event } = givenBooking()
    await harness.publish(event('booking.created'))
    await followed()
    const remind = () => harness.service.jobs.reminders.run()
    await pass(49)
    await remind()
    expect(await kindsTo(phone)).toEqual(['booking_confirmed'])
    await pass(6)
    await remind()
    expect(await kindsTo(phone)).toEqual(['booking_confirmed', 'booking_reminder'])
  })
})

describe('a customer on standby', () => {
  /** An event of a standby whose offer lives for ten minutes from now. */
  function standbyEvent(type: string, customer: object): CloudEvent {
    const golden = goldenEvents().find((one) => one.type === type) as CloudEvent<Record<string, unknown>>
    const offer = golden.data.offer && {
      ...(golden.data.offer as object),
      offered_until: new Date(harness.clock.now().getTime() + HOUR_MS / 6).toISOString(),
    }
    const person = { ...(golden.data.customer as object), ...customer }
    const facts = { id: newId('event'), organizationid: harness.organizationId, subject: newId('standby') }
    const time = harness.clock.now().toISOString()
    return { ...golden, ...facts, time, data: { ...golden.data, offer, customer: person } }
  }

  test('gets one offer by SMS, with the link and the minutes it is held, for a repeated event', async () => {
    const phone = newPhone()
    const offered = standbyEvent('standby.offered', { phone })
    await harness.publish(offered, offered)
    const message = await messageTo(phone, 'booking_offered')
    expect(message.channel).toBe('sms')
    expect(message.text).toMatch(/10 min: http.*\/standby\//)
    await followed()
    expect(await kindsTo(phone)).toEqual(['booking_offered'])
  })

  test('gets the confirmation of joining by e-mail, and never by SMS', async () => {
    const [phone, email] = [newPhone(), `${newId('guest')}@example.com`]
    await harness.publish(standbyEvent('standby.added', { phone, email }))
    expect(await messageTo(email, 'booking_standby')).toMatchObject({ channel: 'email' })
    await harness.publish(standbyEvent('standby.added', { phone, email: null }))
    await followed()
    expect(await kindsTo(phone)).toEqual([])
  })

  test('gets no message about an offer that has already expired', async () => {
    const phone = newPhone()
    const late = standbyEvent('standby.offered', { phone })
    harness.clock.advance(HOUR_MS)
    await harness.publish(late)
    await followed()
    expect(await kindsTo(phone)).toEqual([])
  })
})
