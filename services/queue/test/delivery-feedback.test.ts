import {
  type CloudEvent,
  notificationDelivered,
  notificationFailed,
  notificationUnconfirmed,
} from '@usher/contracts'
import { newEvent, newId } from '@usher/service-kit'
import { type Client, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
let queue: string
let own: string
beforeAll(async () => {
  harness = await startHarness()
  own = newId('organization')
  api = harness.client({ organization_id: own })
  queue = await givenQueue(api)
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
})

type Definition = typeof notificationFailed | typeof notificationUnconfirmed | typeof notificationDelivered

interface Told {
  readonly definition: Definition
  readonly guest: string
  /** Minute in which the message was made. */
  readonly minute?: number
  readonly organizationId?: string
  readonly more?: object
}

async function word({
  definition,
  guest,
  minute = 0,
  organizationId = own,
  more,
}: Told): Promise<CloudEvent> {
  const id = newId('notification')
  const made = new Date(Date.UTC(2026, 10, 21, 12, minute)).toISOString()
  const data = {
    ...{ id, guest_id: guest, channel: 'sms' as const, to: '+14155552671', text: 'Hi', template_id: null },
    ...{ status: 'failed' as const, provider: 'sandbox', created_at: made, queue_id: queue, kind: null },
    error:
      definition.type === notificationFailed.type
        ? { code: 'unreachable', message: 'The number cannot be reached.', provider_code: null }
        : null,
    ...{ sent_at: made, delivered_at: null, failed_at: null },
    ...more,
  }
  const origin = { organizationId, actor: 'system', requestId: 'test' }
  const event = newEvent(definition, { subject: id, sequence: 1, time: new Date(), origin, data })
  await harness.publish(event)
  return event
}

const unreached = async (guest: string) => (await api('GET', `/v1/guests/${guest}`)).body.unreached

const untilUnreached = (guest: string) => until('the reason', async () => (await unreached(guest)) ?? false)

/** Waits until what was published has been handled: words come one after the other. */
async function handled(): Promise<void> {
  const other = await givenGuest(api, queue)
  await word({ definition: notificationFailed, guest: other })
  await untilUnreached(other)
}

describe('a guest in a queue', () => {
  test('shows staff why a message to the guest failed, and publishes guest.updated', async () => {
    const guest = await givenGuest(api, queue)
    const event = await word({ definition: notificationFailed, guest })
    const reason = 'The number cannot be reached.'
    const expected = { since: event.time, channel: 'sms', reason }
    expect(await untilUnreached(guest)).toEqual(expected)
    const { data } = (await api('GET', `/v1/queues/${queue}/guests?limit=100`)).body
    expect(data.find(({ id }: { id: string }) => id === guest).unreached).toEqual(expected)
    await until('the event', () =>
      harness.events.events.find(({ type, subject }) => type === 'guest.updated' && subject === guest),
    )
  })

  test('shows an unconfirmed message as unreached until it is delivered', async () => {
    const guest = await givenGuest(api, queue)
    await word({ definition: notificationUnconfirmed, guest })
    expect(await untilUnreached(guest)).toMatchObject({
      reason: 'No word came that the message arrived.',
    })
    await word({ definition: notificationDelivered, guest })
    await until('the guest to be reached', async () => (await unreached(guest)) === null)
  })

  test('keeps the guest unreached when an earlier message is delivered after a later one failed', async () => {
    const guest = await givenGuest(api, queue)
    await word({ definition: notificationFailed, guest, minute: 5 })
    const before = await untilUnreached(guest)
    await word({ definition: notificationDelivered, guest, minute: 4 })
    await word({ definition: notificationFailed, guest, minute: 4 })
    await handled()
    expect(await unreached(guest)).toEqual(before)
    await word({ definition: notificationDelivered, guest, minute: 6 })
    await until('the guest to be reached', async () => (await unreached(guest)) === null)
  })

  test('ignores a delivery report of another organisation', async () => {
    const guest = await givenGuest(api, queue)
    await word({ definition: notificationFailed, guest, organizationId: newId('organization') })
    await handled()
    expect(await unreached(guest)).toBeNull()
  })

  test('changes the guest once when the same delivery report comes twice', async () => {
    const guest = await givenGuest(api, queue)
    const event = await word({ definition: notificationFailed, guest })
    await harness.publish(event, { ...event, id: newId('event') })
    await handled()
    // Its event comes after all that the words have led to.
    await api('PATCH', `/v1/guests/${guest}`, { body: { party_size: 7 } })
    const changes = await until('the last change', () => {
      const found = harness.events.events.filter(({ subject }) => subject === guest)
      return (found.at(-1)?.data as { party_size?: number } | undefined)?.party_size === 7 && found
    })
    expect(changes.map(({ type }) => type)).toEqual(['guest.added', 'guest.updated', 'guest.updated'])
  })

  test('ignores delivery reports for a seated guest', async () => {
    const guest = await givenGuest(api, queue)
    await api('POST', `/v1/guests/${guest}/seat`)
    await word({ definition: notificationFailed, guest })
    await handled()
    expect(await unreached(guest)).toBeNull()
  })

  test('shows a failed push message as unreached unless a failover message follows', async () => {
    const guest = await givenGuest(api, queue)
    const told = { definition: notificationFailed, guest }
    await word({ ...told, more: { channel: 'push', failover_to: newId('notification') } })
    await handled()
    expect(await unreached(guest)).toBeNull()
    await word({ ...told, more: { channel: 'push', failover_to: null } })
    expect(await untilUnreached(guest)).toMatchObject({ channel: 'push' })
  })
})
