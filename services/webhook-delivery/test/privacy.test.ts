import {
  ANONYMOUS_NAME,
  type CloudEvent,
  guestUpdated,
  type PrivacySubject,
  privacyRequested,
} from '@usher/contracts'
import { CALLER_HEADER, newEvent, newId } from '@usher/service-kit'
import { readEvents, startReceiver, until } from '@usher/test-kit'
import {
  anEvent,
  deliveriesOf,
  givenDelivery,
  givenEndpoint,
  shareHarness,
  startScriptedReceiver,
} from './harness.ts'

const shared = shareHarness()

const PHONE = '+14155550123'

/** An event about a guest with a phone number, and with something that later versions may add. */
function aboutGuest(organizationId: string, guestId: string, email?: string): CloudEvent {
  const event = anEvent(organizationId)
  const person = { name: 'Grace', phone: PHONE, ...(email && { email }), allergies: 'nuts' }
  const data = { ...(event.data as object), id: guestId, ...person }
  return { ...event, type: guestUpdated.type, subject: guestId, data }
}

const erasureOf = (organizationId: string, subject: PrivacySubject): CloudEvent => {
  const id = newId('privacyRequest')
  return newEvent(privacyRequested, {
    subject: id,
    sequence: 1,
    time: new Date(),
    origin: { organizationId, actor: 'mem_test', requestId: 'test' },
    data: { id, kind: 'erasure', subject },
  })
}

const bodyOf = ({ raw }: { raw: Buffer }) => JSON.parse(raw.toString())

describe('erasing a guest from deliveries', () => {
  test('redacts a pending delivery, whose next attempt goes out anonymised', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.client()
    receiver.answers.push(500)
    const endpoint = await givenEndpoint(api, receiver.url)
    const guest = newId('guest')
    await harness.publish(aboutGuest(harness.organizationId, guest))
    await until(
      'the first attempt',
      async () => (await deliveriesOf(api, endpoint.id))[0]?.attempts.length === 1,
    )
    expect(bodyOf(receiver.received[0] ?? { raw: Buffer.from('') }).data).toMatchObject({ name: 'Grace' })

    await harness.publish(erasureOf(harness.organizationId, { phone: PHONE }))
    const redacted = await until('the redaction', async () => {
      const [delivery] = await deliveriesOf(api, endpoint.id)
      return delivery.redacted_at !== null && delivery
    })
    expect(redacted).toMatchObject({ status: 'pending', attempts: [{ response: { status: 500, body: '' } }] })
    expect(JSON.stringify(redacted)).not.toMatch(/Grace|415555|nuts/)

    harness.clock.advance(6_000)
    await harness.service.jobs.dispatcher.drain()
    expect(receiver.received).toHaveLength(2)
    const { data } = bodyOf(receiver.received[1] ?? { raw: Buffer.from('') })
    expect(data).toMatchObject({ id: guest, name: ANONYMOUS_NAME, phone: null, party_size: 2 })
  })

  test('redacts the headers of an answer that repeats who the guest is', async () => {
    const harness = await shared()
    await using receiver = await startScriptedReceiver((_req, res) =>
      res.writeHead(302, { location: `/guests?name=Grace&phone=${PHONE}` }).end(),
    )
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    await harness.publish(aboutGuest(harness.organizationId, newId('guest')))
    const [answered] = await until('the first attempt', async () => {
      const log = await deliveriesOf(api, endpoint.id)
      return log[0]?.attempts.length === 1 && log
    })
    expect(answered.attempts[0].response.headers.location).toContain(PHONE)

    await harness.publish(erasureOf(harness.organizationId, { phone: PHONE }))
    const redacted = await until('the redaction', async () => {
      const [delivery] = await deliveriesOf(api, endpoint.id)
      return delivery.redacted_at !== null && delivery
    })
    expect(redacted.attempts[0].response).toEqual({ status: 302, headers: {}, body: '' })
    expect(JSON.stringify(redacted)).not.toMatch(/Grace|415555/)
  })

  test("finds deliveries by the guest's e-mail address, which no webhook contains", async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    await harness.publish(aboutGuest(harness.organizationId, newId('guest'), 'Grace@example.com'))
    const { raw } = await until('the delivery', () => receiver.received[0])
    expect(raw.toString()).not.toContain('Grace@example.com')
    await harness.publish(erasureOf(harness.organizationId, { email: 'grace@example.com' }))
    await until('the redaction', async () => (await deliveriesOf(api, endpoint.id))[0]?.redacted_at !== null)
  })

  test("deletes the guest's events stored for streams and keeps the others", async () => {
    const harness = await shared()
    const { organizationId } = harness
    const path = `${harness.service.url}/v1/events/stream`
    const follow = (lastEventId?: string) =>
      readEvents(path, { [CALLER_HEADER]: harness.token({ organization_id: organizationId }) }, lastEventId)
    const stream = await follow()
    harness.clock.advance(2_000)
    const [ready] = await stream.count(1)
    await harness.publish(aboutGuest(organizationId, newId('guest'), 'Grace@example.com'))
    await harness.publish(anEvent(organizationId, { name: 'Other' }))
    await stream.count(3)
    await harness.publish(erasureOf(organizationId, { email: 'grace@example.com' }))
    const names = await until('the erasure', async () => {
      const again = await follow(ready?.id)
      const events = await again.count(2)
      again.leave()
      const found = events.flatMap(({ data }) => data.body?.data.name ?? [])
      return !found.includes('Grace') && found
    })
    expect(names).toEqual(['Other'])
    stream.leave()
  })

  test('redacts the delivery of an event that arrives after the erasure request', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.client()
    const endpoint = await givenEndpoint(api, receiver.url)
    const guest = newId('guest')
    await harness.publish(erasureOf(harness.organizationId, { guest_id: guest }))
    await harness.service.jobs.privacy.run()
    await harness.publish(aboutGuest(harness.organizationId, guest))
    await until('the delivery', () => receiver.received.length === 1)
    await until('it to be written', async () => (await deliveriesOf(api, endpoint.id)).length === 1)
    await until('the redaction', async () => {
      harness.clock.advance(121_000)
      await harness.service.jobs.privacy.run()
      return (await deliveriesOf(api, endpoint.id))[0].redacted_at !== null
    })
    expect(JSON.stringify(await deliveriesOf(api, endpoint.id))).not.toMatch(/Grace|415555|nuts/)
  })

  test('keeps the deliveries of other guests and other organisations', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const { api, endpoint } = await givenDelivery(harness, receiver)
    const guest = newId('guest')
    await harness.publish(aboutGuest(harness.organizationId, guest))
    await until('both in the log', async () => (await deliveriesOf(api, endpoint.id)).length === 2)
    await harness.publish(
      erasureOf(newId('organization'), { phone: PHONE }),
      erasureOf(newId('organization'), { guest_id: guest }),
      erasureOf(harness.organizationId, { guest_id: newId('guest') }),
    )
    harness.clock.advance(121_000)
    await harness.service.jobs.privacy.run()
    const log = await deliveriesOf(api, endpoint.id)
    expect(log.map(({ redacted_at }: { redacted_at: unknown }) => redacted_at)).toEqual([null, null])
    expect(JSON.stringify(log)).toContain('Grace')
  })
})
