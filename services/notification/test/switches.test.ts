import { guestAdded, guestAlmostReady, guestNoShow, guestNotified } from '@usher/contracts'
import { until } from '@usher/test-kit'
import { type Harness, startHarness, untilStatus } from './harness.ts'
import { tellGuests } from './told-guest.ts'

let harness: Harness
let told: ReturnType<typeof tellGuests>
beforeAll(async () => {
  harness = await startHarness()
  told = tellGuests(harness)
})
afterAll(() => harness[Symbol.asyncDispose]())

describe('a queue with all automatic messages switched off', () => {
  test('sends nothing for joining, coming close and a call, except a text that staff chose', async () => {
    const off = { added: false, almost_ready: false, ready: false, reminder: false }
    const { id, queueId, happens } = await told.givenGuest({
      automatic: { ...off, no_show: false, requeued: false },
    })
    await happens(guestAdded)
    await happens(guestAlmostReady, { status: 'waiting', subject: `${id}/${queueId}/7`, sequence: 1 })
    await happens(guestNotified, { sequence: 3 })
    await told.followed()
    expect(await told.kindsTo(id)).toEqual([])
    await happens(guestNotified, { sequence: 4, message: { text: 'Table by the window', template_id: null } })
    expect((await told.messageTo(id, 'ready')).text).toBe('Table by the window')
  })
})

describe('quiet hours', () => {
  /** Quiet from an hour ago to an hour from now. */
  const quiet = () => {
    const at = (hours: number) => new Date(harness.clock.now().getTime() + hours * 3_600_000)
    const time = (date: Date) => date.toISOString().slice(11, 16)
    return { quiet_hours: { start: time(at(-1)), end: time(at(1)) } }
  }

  test('do not delay the messages of joining and being called', async () => {
    const { id, happens } = await told.givenGuest({ ...quiet(), automatic: { added: true } })
    await happens(guestAdded)
    await happens(guestNotified)
    for (const kind of ['added', 'ready']) {
      await untilStatus(harness.client(), (await told.messageTo(id, kind)).id, 'delivered')
    }
    expect((await told.messagesTo(id)).map(({ held }) => held)).toEqual([null, null])
  })

  test('hold a text from staff until their end and show why, unless it is urgent', async () => {
    const { id, happens } = await told.givenGuest(quiet())
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
    told.pass(61)
    await harness.service.jobs.dispatcher.drain()
    expect((await untilStatus(api, held, 'delivered')).held).toBeNull()
  })

  test('fail a no_show message that would be of no use after them', async () => {
    const { id, happens } = await told.givenGuest(quiet())
    await happens(guestNoShow, { status: 'no_show', time: new Date(harness.clock.now().getTime() - 60_000) })
    const { id: message } = await told.messageTo(id, 'no_show')
    expect((await untilStatus(harness.client(), message, 'failed')).error?.code).toBe('quiet_hours')
  })
})
