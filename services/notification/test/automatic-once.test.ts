import {
  type CloudEvent,
  guestAdded,
  guestAlmostReady,
  guestNoShow,
  guestNotified,
  guestSeated,
  guestUpdated,
} from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import fc from 'fast-check'
import { guestEvent, type Harness, queueEvent, startHarness } from './harness.ts'

let harness: Harness
let second: Awaited<ReturnType<Harness['start']>>
beforeAll(async () => {
  harness = await startHarness()
  second = await harness.start()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** Everything that can happen to a guest, each an event of its own: what is told of, and how often at most. */
function everything(id: string, queueId: string): Record<string, CloudEvent> {
  const event = (sequence: number, given: Parameters<typeof guestEvent>[1]) =>
    guestEvent(harness.organizationId, { id, queueId, sequence, time: harness.clock.now(), ...given })
  const close = { definition: guestAlmostReady, status: 'waiting', subject: `${id}/${queueId}/1` } as const
  return {
    added: event(1, { definition: guestAdded }),
    almost_ready: event(1, close),
    almost_ready_again: event(1, close),
    ready: event(2, { definition: guestNotified }),
    ready_again: event(3, { definition: guestNotified }),
    no_show: event(4, { definition: guestNoShow, status: 'no_show' }),
    requeued: event(5, { definition: guestUpdated, status: 'waiting', more: { returned_from: 'no_show' } }),
    seated: event(6, { definition: guestSeated, status: 'seated' }),
  }
}

const NAMES = [
  ...['added', 'almost_ready', 'almost_ready_again', 'ready', 'ready_again'],
  ...['no_show', 'requeued', 'seated'],
]

test('guest events repeated in any order at two replicas send one message per cause and at most one reminder', async () => {
  const queueId = newId('queue')
  await harness.publish(queueEvent(harness.organizationId, queueId, 'Bistro'))
  const automatic = { reminder: true, no_show: true }
  const path = `/v1/queues/${queueId}/messages`
  await harness.client()('PATCH', path, { body: { automatic, reminder_after_minutes: 1 } })
  const orders = fc.array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(orders, async (names) => {
      const id = newId('guest')
      const events = everything(id, queueId)
      const given = names.flatMap((name) => events[name] ?? [])
      // From two sides, so that repeats are followed at the same time.
      await Promise.all([harness.publish(...given), harness.publish(...given.toReversed())])
      const told = async () =>
        (await harness.client()('GET', `/v1/notifications?guest_id=${id}&limit=100`)).body.data.map(
          ({ kind }: { kind: string }) => kind,
        )
      const causes = new Set(
        names
          .filter((name) => name !== 'seated')
          .map((name) => name.replace(/^almost_ready.*/, 'almost_ready')),
      )
      await until('all that is to be told', async () => (await told()).length >= causes.size)
      harness.clock.advance(61_000)
      await Promise.all([
        harness.service.jobs.reminders.run(),
        second.jobs.reminders.run(),
        harness.service.jobs.reminders.run(),
      ])
      const kinds: string[] = await told()
      const expected = [...causes].map((cause) => cause.replace('_again', ''))
      expect(kinds.filter((kind) => kind !== 'reminder').sort()).toEqual(expected.sort())
      expect(kinds.filter((kind) => kind === 'reminder').length).toBeLessThanOrEqual(1)
    }),
    { numRuns: 25 },
  )
})
