import { notificationFailed } from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

test('a guest whose call was taken back before its message went is not shown as not reached', async () => {
  const api = harness.client()
  const queue = await givenQueue(api)
  const [taken, other] = [await givenGuest(api, queue), await givenGuest(api, queue)]
  await api('POST', `/v1/guests/${taken}/notify`, { body: { message_after_seconds: 5 } })
  await api('POST', `/v1/guests/${taken}/undo`)
  const fails = (guest: string, code: string, message: string) => {
    const subject = newId('notification')
    const made = new Date().toISOString()
    const data = {
      ...{ id: subject, guest_id: guest, channel: 'sms' as const, to: '+14155552671', text: 'Hi' },
      ...{ template_id: null, status: 'failed' as const, provider: null, created_at: made, queue_id: queue },
      ...{ kind: 'ready' as const, sent_at: null, delivered_at: null, failed_at: made },
      error: { code, message, provider_code: null },
    }
    const origin = { organizationId: harness.organizationId, actor: 'system', requestId: 'test' }
    return newEvent(notificationFailed, { subject, sequence: 1, time: new Date(), origin, data })
  }
  await harness.publish(
    fails(taken, 'no_longer_of_use', 'It was not sent, as the guest waits by now.'),
    fails(other, 'unreachable', 'The number cannot be reached.'),
  )
  const unreached = async (guest: string) => (await api('GET', `/v1/guests/${guest}`)).body.unreached
  await until('the failure of the other was followed', async () => (await unreached(other)) ?? false)
  expect(await unreached(taken)).toBeNull()
})
