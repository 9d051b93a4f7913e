import { ALL_SCOPES, guestNotified, type Notification } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { guestEvent, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

describe('attack: have a venue send a message for each fake guest who joins by themselves', () => {
  test('6 joins on a limit of 20 messages a day send 2 messages; calls and guests added by staff still get theirs', async () => {
    const caller = { organization_id: newId('organization'), plan: 'standard', country: 'DE' } as const
    const api = harness.client({ ...caller, scopes: [...ALL_SCOPES, 'organization:manage'] })
    const settings = await api('PATCH', '/v1/notifications/settings', {
      body: { per_organization_per_day: 20 },
    })
    expect(settings.status).toBe(200)
    const time = harness.clock.now()
    const guest = (n: number, given: object) =>
      guestEvent(caller.organization_id, { phone: `+49151234567${10 + n}`, time, ...given })
    const joined = Array.from({ length: 6 }, (_, n) => guest(n, { actor: 'guest' }))
    const others = [guest(7, {}), guest(8, { actor: 'guest', definition: guestNotified })]
    await harness.publish(...joined, ...others)
    const messages: Notification[] = await until('all messages', async () => {
      await harness.service.jobs.dispatcher.drain()
      const { data } = (await api('GET', '/v1/notifications?limit=100')).body
      return data.length === 8 && data.every(({ status }: Notification) => status !== 'queued') && data
    })
    const codesOf = (guests: readonly { subject: string }[]) =>
      messages
        .filter(({ guest_id }) => guests.some(({ subject }) => subject === guest_id))
        .map(({ error }) => error?.code ?? 'sent')
        .sort()
    expect(codesOf(joined)).toEqual([...Array(4).fill('public_join_limit'), 'sent', 'sent'])
    expect(codesOf(others)).toEqual(['sent', 'sent'])
  })
})
