import {
  type EventDefinition,
  guestAdded,
  guestAlmostReady,
  guestNoShow,
  guestNotified,
  guestSeated,
  guestUpdated,
} from '@usher/contracts'
import { type Harness, startHarness, untilStatus } from './harness.ts'
import { type Given, tellGuests } from './told-guest.ts'

let harness: Harness
let told: ReturnType<typeof tellGuests>
beforeAll(async () => {
  harness = await startHarness()
  told = tellGuests(harness)
})
afterAll(() => harness[Symbol.asyncDispose]())

describe('a waiting guest', () => {
  test('gets one almost_ready message with the position at that time, even for a repeated event', async () => {
    const { id, queueId, happens } = await told.givenGuest()
    await happens(guestAdded, { position: 9 })
    const close = { status: 'waiting', position: 2, subject: `${id}/${queueId}/7`, sequence: 1 } as const
    await happens(guestAlmostReady, close)
    await happens(guestAlmostReady, close)
    await told.followed()
    expect(await told.messageTo(id, 'almost_ready')).toMatchObject({
      text: 'Ada, it is almost your turn at Bistro (number 2). Please stay close by.',
      queue_id: queueId,
    })
  })

  test('gets no almost_ready message after the call; the message fails with the reason', async () => {
    const { id, queueId, happens } = await told.givenGuest()
    await happens(guestNotified, { sequence: 5 })
    await told.followed()
    await happens(guestAlmostReady, { status: 'waiting', subject: `${id}/${queueId}/7`, sequence: 1 })
    const { id: message } = await told.messageTo(id, 'almost_ready')
    const failed = await untilStatus(harness.client(), message, 'failed')
    expect(failed.error).toMatchObject({
      code: 'no_longer_of_use',
      message: 'It was not sent, as the guest was called by now.',
    })
    expect(failed.attempts).toEqual([])
  })

  test('gets no ready message when the event of the call arrives after the guest was seated', async () => {
    const { id, happens } = await told.givenGuest()
    await happens(guestSeated, { status: 'seated', sequence: 3 })
    await told.followed()
    await happens(guestNotified, { sequence: 2 })
    const { id: message } = await told.messageTo(id, 'ready')
    expect((await untilStatus(harness.client(), message, 'failed')).error?.code).toBe('no_longer_of_use')
  })

  test('gets a no_show message, and a requeued message on returning to the queue', async () => {
    const { id, happens } = await told.givenGuest()
    await happens(guestNoShow, { status: 'no_show' })
    expect(await told.messageTo(id, 'no_show')).toMatchObject({
      text: expect.stringContaining('we missed you'),
    })
    await happens(guestUpdated, { status: 'waiting', more: { returned_from: 'no_show' } })
    expect(await told.messageTo(id, 'requeued')).toMatchObject({
      text: 'Ada, you are back in line at Bistro, number 3. Your place: https://usher.test/w/token',
    })
    await happens(guestUpdated, { status: 'waiting', more: { returned_from: null } })
    await told.followed()
    expect((await told.kindsTo(id)).sort()).toEqual(['no_show', 'requeued'])
  })
})

describe('a guest called to a desk', () => {
  test('gets a message that names the desk, with the default words and with a template', async () => {
    const desk = 'Counter 3'
    const usual = await told.givenGuest()
    await usual.happens(guestNotified, { more: { desk } })
    expect((await told.messageTo(usual.id, 'ready')).text).toBe(
      'Ada, it is your turn at Bistro. Please come to Counter 3 now. https://usher.test/w/token',
    )
    const body = { kind: 'custom', locale: 'en', name: 'Desk', text: 'To {{ desk }}!' }
    const template = await harness.client()('POST', '/v1/notifications/templates', { body })
    expect(template.status).toBe(201)
    const chosen = await told.givenGuest()
    const message = { text: null, template_id: template.body.id }
    await chosen.happens(guestNotified, { more: { desk, message } })
    expect((await told.messageTo(chosen.id, 'ready')).text).toBe('To Counter 3!')
  })
})

describe('a called guest', () => {
  test('gets no message when being seated is undone, and a ready message when a no-show is undone', async () => {
    const { id, happens } = await told.givenGuest()
    await happens(guestNotified)
    await told.messageTo(id, 'ready')
    await happens(guestSeated, { status: 'seated' })
    await happens(guestUpdated, { status: 'notified', more: { returned_from: 'seated' } })
    await told.followed()
    expect(await told.kindsTo(id)).toEqual(['ready'])
    await happens(guestUpdated, { status: 'notified', more: { returned_from: 'no_show' } })
    await told.followed()
    expect(await told.kindsTo(id)).toEqual(['ready', 'ready'])
  })

  test('gets no message when the call is taken back before the message is due', async () => {
    const { id, happens } = await told.givenGuest()
    const message_at = new Date(Date.now() + 1_000).toISOString()
    await happens(guestNotified, { more: { message_at } })
    expect(await told.messageTo(id, 'ready')).toMatchObject({ status: 'queued', send_at: message_at })
    await happens(guestUpdated, { status: 'waiting', more: { returned_from: 'notified' } })
    const { id: message } = await told.messageTo(id, 'ready')
    const failed = await untilStatus(harness.client(), message, 'failed')
    expect([failed.error?.code, failed.attempts]).toEqual(['no_longer_of_use', []])
    await told.followed()
    expect(await told.kindsTo(id)).toEqual(['ready'])
  })

  test('gets the message of the last call only when a call is taken back and made again before its message is due', async () => {
    const { id, happens } = await told.givenGuest()
    const message_at = new Date(Date.now() + 1_000).toISOString()
    await happens(guestNotified, { more: { message_at } })
    await happens(guestUpdated, { status: 'waiting', more: { returned_from: 'notified' } })
    await happens(guestNotified, { more: { message_at } })
    await told.followed()
    const calls = (await told.messagesTo(id)).sort((one, other) => one.id.localeCompare(other.id))
    const ends = ['failed', 'delivered'].map((end, index) =>
      untilStatus(harness.client(), String(calls[index]?.id), end as 'failed'),
    )
    const [first, last] = await Promise.all(ends)
    expect([calls.length, first?.error?.code, last?.attempts.length]).toEqual([2, 'no_longer_of_use', 1])
  })

  test('is back in line by a message when the call is taken back after its message', async () => {
    const { id, happens } = await told.givenGuest()
    await happens(guestNotified)
    const { id: message } = await told.messageTo(id, 'ready')
    await untilStatus(harness.client(), message, 'delivered')
    await happens(guestUpdated, { status: 'waiting', more: { returned_from: 'notified' } })
    expect((await told.messageTo(id, 'requeued')).text).toContain('you are back in line at Bistro')
  })

  test('gets one reminder at the set time, with the minutes left, from two replicas', async () => {
    const { id, happens } = await told.givenGuest(
      { reminder_after_minutes: 4 },
      { no_show_after_minutes: 10 },
    )
    // Only for this test: what two follow is not followed in order.
    await using other = await harness.start()
    await happens(guestNotified)
    await told.messageTo(id, 'ready')
    told.pass(3)
    await harness.service.jobs.reminders.run()
    expect(await told.kindsTo(id)).toEqual(['ready'])
    told.pass(1)
    await Promise.all([harness.service.jobs.reminders.run(), other.jobs.reminders.run()])
    await harness.service.jobs.reminders.run()
    expect(await told.messageTo(id, 'reminder')).toMatchObject({
      text: 'Ada, we are waiting for you at Bistro. Please come within 6 min to keep your place.',
    })
  })

  test.each<[string, EventDefinition, Given]>([
    ['is seated', guestSeated, { status: 'seated' }],
    ['has left', guestNoShow, { status: 'no_show', phone: null }],
    ['has said to be here', guestUpdated, { more: { arrived_at: '2026-11-21T12:00:00.000Z' } }],
    ['waits again', guestUpdated, { status: 'waiting' }],
  ])('gets no reminder, not even a failed one, when the guest %s', async (_, definition, given) => {
    const { id, happens } = await told.givenGuest()
    await happens(guestNotified)
    // Taken with the next event in one batch, it would not be sent at all.
    await told.messageTo(id, 'ready')
    await happens(definition, given)
    await told.followed()
    told.pass(6)
    await harness.service.jobs.reminders.run()
    expect(await told.kindsTo(id)).toEqual(['ready'])
  })

  test('gets the reminder counted from the latest call', async () => {
    const { id, happens } = await told.givenGuest()
    await happens(guestNotified)
    await told.followed()
    told.pass(3)
    await happens(guestNotified)
    await told.followed()
    told.pass(3)
    await harness.service.jobs.reminders.run()
    expect(await told.kindsTo(id)).not.toContain('reminder')
    told.pass(2)
    await harness.service.jobs.reminders.run()
    await told.messageTo(id, 'reminder')
  })

  test.each<[string, EventDefinition, Given, Given]>([
    ['seated', guestSeated, { status: 'seated' }, { more: { returned_from: 'seated' } }],
    ['a no-show', guestNoShow, { status: 'no_show' }, { more: { returned_from: 'no_show' } }],
  ])(
    'was %s and is called again by an undo gets the reminder counted from the undo',
    async (_, definition, left, undone) => {
      const { id, happens } = await told.givenGuest(
        { reminder_after_minutes: 4 },
        { no_show_after_minutes: 10 },
      )
      await happens(guestNotified)
      told.pass(3)
      await happens(definition, left)
      await happens(guestUpdated, { status: 'notified', ...undone })
      await told.followed()
      told.pass(3)
      await harness.service.jobs.reminders.run()
      expect(await told.kindsTo(id)).not.toContain('reminder')
      told.pass(1)
      await harness.service.jobs.reminders.run()
      expect(await told.messageTo(id, 'reminder')).toMatchObject({
        text: expect.stringContaining('within 6 min'),
      })
    },
  )

  test('gets no reminder that would come after the automatic no-show', async () => {
    const { id, happens } = await told.givenGuest({}, { no_show_after_minutes: 5 })
    await happens(guestNotified)
    await told.followed()
    told.pass(5)
    await harness.service.jobs.reminders.run()
    expect(await told.kindsTo(id)).toEqual(['ready'])
  })
})
