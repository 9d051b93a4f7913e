import { guestAdded, guestNotified, guestUpdated } from '@usher/contracts'
import { type Harness, startHarness, untilStatus } from './harness.ts'
import { tellGuests } from './told-guest.ts'

let harness: Harness
let told: ReturnType<typeof tellGuests>
beforeAll(async () => {
  harness = await startHarness()
  told = tellGuests(harness)
})
afterAll(() => harness[Symbol.asyncDispose]())

const inSeconds = (seconds: number) => new Date(harness.clock.now().getTime() + seconds * 1_000).toISOString()
const takenBack = { status: 'waiting', more: { returned_from: 'notified' } } as const

describe('a call whose message is held', () => {
  test('sends one message when the call is taken back and the guest called again', async () => {
    const { id, happens } = await told.givenGuest()
    await happens(guestAdded)
    await happens(guestNotified, { more: { message_at: inSeconds(5) } })
    await told.messageTo(id, 'ready')
    await happens(guestUpdated, takenBack)
    await happens(guestNotified, { more: { message_at: inSeconds(50) } })
    await told.followed()
    harness.clock.advance(6_000)
    await harness.service.jobs.dispatcher.drain()
    const sent = (await told.messagesTo(id)).filter(
      ({ kind, status }) => kind === 'ready' && status !== 'queued',
    )
    expect(sent.map(({ status, error }) => [status, error?.code])).toEqual([['failed', 'no_longer_of_use']])
  })

  test('sends no message about a taken-back call when the event arrives after the held message was due', async () => {
    const { id, happens } = await told.givenGuest()
    const time = harness.clock.now()
    harness.clock.advance(20_000)
    await happens(guestNotified, {
      time,
      more: { message_at: new Date(time.getTime() + 5_000).toISOString() },
      status: 'waiting',
    })
    const { id: message } = await told.messageTo(id, 'ready')
    await untilStatus(harness.client(), message, 'failed')
    await happens(guestUpdated, { time: new Date(time.getTime() + 2_000), ...takenBack })
    await told.followed()
    expect(await told.kindsTo(id)).toEqual(['ready'])
  })

  test('sends no message about a taken-back call when the queue sends no messages for calls', async () => {
    const automatic = { added: false, ready: false }
    const { id, happens } = await told.givenGuest({ automatic })
    await happens(guestAdded)
    await happens(guestNotified, { more: { message_at: inSeconds(5) } })
    await happens(guestUpdated, takenBack)
    await told.followed()
    expect(await told.kindsTo(id)).toEqual([])
  })
})
