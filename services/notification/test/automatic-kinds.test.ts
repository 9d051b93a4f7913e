import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import {
  type EventDefinition,
  guestAdded,
  guestAlmostReady,
  guestNoShow,
  guestNotified,
  guestSeated,
  guestUpdated,
  type Notification,
} from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { guestEvent, type Harness, queueEvent, startHarness, untilStatus } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

type Given = Parameters<typeof guestEvent>[1]

const MINUTE_MS = 60_000

/** A queue with settings of its messages, and a guest of it to whom things happen one after the other. */
async function givenGuest(messages: object = {}, queue: object = {}) {
  const [id, queueId] = [newId('guest'), newId('queue')]
  await harness.publish(queueEvent(harness.organizationId, queueId, 'Bistro', { timezone: 'UTC', ...queue }))
  const path = `/v1/queues/${queueId}/messages`
  const automatic = { added: false, reminder: true, no_show: true }
  const { status } = await harness.client()('PATCH', path, { body: { automatic, ...messages } })
  if (status !== 200) throw new Error(`the settings were answered ${status}`)
  let sequence = 0
  const happens = async (definition: EventDefinition, given: Given = {}) => {
    sequence += 1
    const time = given.time ?? harness.clock.now()
    const event = guestEvent(harness.organizationId, { id, queueId, sequence, definition, time, ...given })
    await harness.publish(event)
    return event
  }
  return { id, queueId, happens, path }
}

const messagesTo = async (guest: string): Promise<Notification[]> =>
  (await harness.client()('GET', `/v1/notifications?guest_id=${guest}`)).body.data

/** The only message of a kind, once it is there. */
const messageTo = (guest: string, kind: string): Promise<Notification> =>
  until(`the message of ${kind}`, async () => {
    const found = (await messagesTo(guest)).filter((message) => message.kind === kind)
    return found.length === 1 && found[0]
  })

/** Resolves once everything published before has been followed. */
async function followed(): Promise<void> {
  const marker = guestEvent(harness.organizationId)
  await harness.publish(marker)
  await messageTo(marker.subject, 'added')
}

const kindsTo = async (guest: string) => (await messagesTo(guest)).map(({ kind }) => kind)

const pass = (minutes: number) => harness.clock.advance(minutes * MINUTE_MS)

describe('given a guest who waits', () => {
  test('when it is nearly the next, then it is told once, with its place as of then', async () => {
    const { id, queueId, happens } = await givenGuest()
    await happens(guestAdded, { position: 9 })
    const close = { status: 'waiting', position: 2, subject: `${id}/${queueId}/7`, sequence: 1 } as const
    await happens(guestAlmostReady, close)
    await happens(guestAlmostReady, close)
    await followed()
    expect(await messageTo(id, 'almost_ready')).toMatchObject({
      text: 'Ada, it is almost your turn at Bistro (number 2). Please stay close by.',
      queue_id: queueId,
    })
  })

  test('when it is called before that was sent, then it is not told any more, and the reason is there', async () => {
    const { id, queueId, happens } = await givenGuest()
    await happens(guestNotified, { sequence: 5 })
    await followed()
    await happens(guestAlmostReady, { status: 'waiting', subject: `${id}/${queueId}/7`, sequence: 1 })
    const { id: message } = await messageTo(id, 'almost_ready')
    const failed = await untilStatus(harness.client(), message, 'failed')
    expect(failed.error).toMatchObject({
      code: 'no_longer_of_use',
      message: 'It was not sent, as the guest was called by now.',
    })
    expect(failed.attempts).toEqual([])
  })

  test('when it was seated before its turn was told, then that is not told', async () => {
    const { id, happens } = await givenGuest()
    await happens(guestSeated, { status: 'seated', sequence: 3 })
    await followed()
    await happens(guestNotified, { sequence: 2 })
    const { id: message } = await messageTo(id, 'ready')
    expect((await untilStatus(harness.client(), message, 'failed')).error?.code).toBe('no_longer_of_use')
  })

  test('when its place was given away and it is back, then it is told of both', async () => {
    const { id, happens } = await givenGuest()
    await happens(guestNoShow, { status: 'no_show' })
    expect(await messageTo(id, 'no_show')).toMatchObject({ text: expect.stringContaining('we missed you') })
    await happens(guestUpdated, { status: 'waiting', more: { returned_from: 'no_show' } })
    expect(await messageTo(id, 'requeued')).toMatchObject({
      text: 'Ada, you are back in line at Bistro, number 3. Your place: https://usher.test/w/token',
    })
    await happens(guestUpdated, { status: 'waiting', more: { returned_from: null } })
    await followed()
    expect((await kindsTo(id)).sort()).toEqual(['no_show', 'requeued'])
  })
})

describe('given a guest who was called', () => {
  test('when it has not come, then it is reminded once, in time, with the minutes that are left', async () => {
    const { id, happens } = await givenGuest({ reminder_after_minutes: 4 }, { no_show_after_minutes: 10 })
    // Only for this test: what two follow is not followed in order.
    await using other = await harness.start()
    await happens(guestNotified)
    await messageTo(id, 'ready')
    pass(3)
    await harness.service.remind()
    expect(await kindsTo(id)).toEqual(['ready'])
    pass(1)
    await Promise.all([harness.service.remind(), other.remind()])
    await harness.service.remind()
    expect(await messageTo(id, 'reminder')).toMatchObject({
      text: 'Ada, we are waiting for you at Bistro. Please come within 6 min to keep your place.',
    })
  })

  test.each<[string, EventDefinition, Given]>([
    ['is seated', guestSeated, { status: 'seated' }],
    ['has left', guestNoShow, { status: 'no_show', phone: null }],
    ['has said to be here', guestUpdated, { more: { arrived_at: '2026-11-21T12:00:00.000Z' } }],
    ['waits again', guestUpdated, { status: 'waiting' }],
  ])('when it %s, then there is no reminder, nor one that has failed', async (_, definition, given) => {
    const { id, happens } = await givenGuest()
    await happens(guestNotified)
    await happens(definition, given)
    await followed()
    pass(6)
    await harness.service.remind()
    expect(await kindsTo(id)).toEqual(['ready'])
  })

  test('when it is called again, then the time to the reminder begins anew', async () => {
    const { id, happens } = await givenGuest()
    await happens(guestNotified)
    await followed()
    pass(3)
    await happens(guestNotified)
    await followed()
    pass(3)
    await harness.service.remind()
    expect(await kindsTo(id)).not.toContain('reminder')
    pass(2)
    await harness.service.remind()
    await messageTo(id, 'reminder')
  })

  test('when it would be a no-show before the reminder, then there is none', async () => {
    const { id, happens } = await givenGuest({}, { no_show_after_minutes: 5 })
    await happens(guestNotified)
    await followed()
    pass(5)
    await harness.service.remind()
    expect(await kindsTo(id)).toEqual(['ready'])
  })
})

describe('given switches that are off', () => {
  test('when things happen, then nothing is told but the words that staff chose', async () => {
    const off = { added: false, almost_ready: false, ready: false, reminder: false }
    const { id, queueId, happens } = await givenGuest({
      automatic: { ...off, no_show: false, requeued: false },
    })
    await happens(guestAdded)
    await happens(guestAlmostReady, { status: 'waiting', subject: `${id}/${queueId}/7`, sequence: 1 })
    await happens(guestNotified, { sequence: 3 })
    await followed()
    expect(await kindsTo(id)).toEqual([])
    await happens(guestNotified, { sequence: 4, message: { text: 'Table by the window', template_id: null } })
    expect((await messageTo(id, 'ready')).text).toBe('Table by the window')
  })
})

describe('given quiet hours', () => {
  /** Quiet from an hour ago to an hour from now. */
  const quiet = () => {
    const at = (hours: number) => new Date(harness.clock.now().getTime() + hours * 3_600_000)
    const time = (date: Date) => date.toISOString().slice(11, 16)
    return { quiet_hours: { start: time(at(-1)), end: time(at(1)) } }
  }

  test('when a guest joins, comes close and is called, then that is told at once', async () => {
    const { id, happens } = await givenGuest({ ...quiet(), automatic: { added: true } })
    await happens(guestAdded)
    await happens(guestNotified)
    for (const kind of ['added', 'ready']) {
      await untilStatus(harness.client(), (await messageTo(id, kind)).id, 'delivered')
    }
    expect((await messagesTo(id)).map(({ held }) => held)).toEqual([null, null])
  })

  test('when staff send a text, then it waits for their end, and tells why; an urgent one does not', async () => {
    const { id, happens } = await givenGuest(quiet())
    await happens(guestAdded)
    const api = harness.client()
    const send = async (body: object) =>
      (await api('POST', '/v1/notifications/send', { body: { guest_id: id, text: 'Hello', ...body } })).body
        .id
    const held = await send({})
    const shown = await until('the hold', async () => {
      const { body } = await api('GET', `/v1/notifications/${held}`)
      return body.held ? body : undefined
    })
    expect(shown).toMatchObject({
      status: 'queued',
      held: { code: 'quiet_hours', message: expect.stringContaining('quiet hours until') },
      next_attempt_at: shown.held.until,
    })
    await untilStatus(api, await send({ urgent: true }), 'delivered')
    pass(61)
    await harness.service.sendDue()
    expect((await untilStatus(api, held, 'delivered')).held).toBeNull()
  })

  test('when what can wait would be of no use after them, then it has failed and says so', async () => {
    const { id, happens } = await givenGuest(quiet())
    await happens(guestNoShow, { status: 'no_show', time: new Date(harness.clock.now().getTime() - 60_000) })
    const { id: message } = await messageTo(id, 'no_show')
    expect((await untilStatus(harness.client(), message, 'failed')).error?.code).toBe('quiet_hours')
  })
})
