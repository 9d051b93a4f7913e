import { newId } from '@usher/service-kit'
import { goldenEvents, until } from '@usher/test-kit'
import { givenNotification, guestEvent, type Harness, startHarness } from './harness.ts'

const shapeOf = (data: unknown) => Object.keys(data as object)

/** Lets the time pass in which word of a message to a guest is to come. */
async function givenUnconfirmed({ client, clock, service }: Harness): Promise<void> {
  await until('a message without word', async () => {
    const { data } = (await client()('GET', '/v1/notifications?status=sent')).body
    return data.some(({ guest_id }: { guest_id: string | null }) => guest_id)
  })
  clock.advance(121_000)
  await service.jobs.overdue.run()
}

describe('the golden files of notification events', () => {
  test('each raised event has the fields of its golden file, in their order', async () => {
    await using harness = await startHarness()
    for (const to of ['+14155552671', '+15005550001']) await givenNotification(harness.client(), { to })
    await harness.publish(guestEvent(harness.organizationId, { phone: '+15005550004' }))
    await givenUnconfirmed(harness)
    for (const golden of goldenEvents().filter(({ type }) => type.startsWith('notification.'))) {
      const raised = await until(golden.type, () =>
        harness.events.events.find(({ type }) => type === golden.type),
      )
      expect(shapeOf(raised.data)).toEqual(shapeOf(golden.data))
      expect(raised).toMatchObject({ source: golden.source, dataversion: golden.dataversion })
    }
  })

  test('reply events have the fields of their golden files, in their order', async () => {
    await using harness = await startHarness()
    const guest = guestEvent(harness.organizationId)
    await harness.publish(guest)
    const api = harness.client()
    await api('GET', `/v1/guests/${guest.subject}/conversation`)
    const types: Record<string, string> = {
      'late 10': 'guest_reply.received',
      'A high chair, please': 'guest_reply.forwarded',
    }
    for (const [text, type] of Object.entries(types)) {
      const body = { from: '+14155552671', text }
      const reply = (await api('POST', '/v1/notifications/sandbox/inbound', { body })).body
      const [raised] = await until('the event', () => {
        const found = harness.events.of(reply.id)
        return found.length > 0 && found
      })
      const golden = goldenEvents().find((event) => event.type === type)
      expect(raised?.type).toBe(type)
      expect(shapeOf(raised?.data)).toEqual(shapeOf(golden?.data))
      expect(raised).toMatchObject({ source: golden?.source, dataversion: golden?.dataversion })
    }
  })

  test('guest and queue events of every version send their messages', async () => {
    await using harness = await startHarness()
    const events = goldenEvents()
      .filter(({ source }) => source === '/usher/queue')
      .map((event) => ({ ...event, id: newId('event') }))
    await harness.publish(...events)
    const [{ organizationid = '' } = {}] = events
    const api = harness.client({ organization_id: organizationid })
    const kinds = await until('the messages', async () => {
      const { data } = (await api('GET', '/v1/notifications')).body
      return data.length === 3 && data.map(({ kind }: { kind: string }) => kind)
    })
    expect(kinds.sort()).toEqual(['added', 'almost_ready', 'ready'])
  })
})
