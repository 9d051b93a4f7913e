import { ANONYMOUS_NAME, operations } from '@usher/contracts'
import { type Client, until } from '@usher/test-kit'
import { type Services, startServices } from './privacy-services.ts'

const REQUESTS = '/account/privacy-requests'
const PHONE = '+14155550123'
const LATER_MS = 121_000

async function givenGuest(call: Client, queue: string, body: object = {}): Promise<string> {
  const guest = { name: 'Grace Hopper', phone: PHONE, notes: 'by the window', tags: ['VIP'], ...body }
  return (await call('POST', `/v1/queues/${queue}/guests`, { body: guest })).body.id
}

const givenQueue = async (call: Client): Promise<string> =>
  (await call('POST', '/v1/queues', { body: { name: 'Main' } })).body.id

async function ask(call: Client, body: object) {
  const answer = await call('POST', REQUESTS, { body })
  expect(answer.status).toBe(202)
  expect(operations.createPrivacyRequest.answer.parse(answer.body)).toEqual(answer.body)
  return answer.body.id as string
}

/** Waits until a request is completed, advancing the clock for repeated erasure. */
async function completed(services: Services, call: Client, id: string) {
  return await until('the request to be completed', async () => {
    services.clock.advance(LATER_MS)
    await services.queue().jobs.privacy.run()
    await services.webhooks.jobs.privacy.run()
    await services.notification.jobs.privacy.run()
    await services.bookings.jobs.privacy.run()
    await services.calendars.jobs.privacy.run()
    const { body } = await call('GET', `${REQUESTS}/${id}`)
    return body.status === 'completed' && body
  })
}

describe('an export', () => {
  test('collects everything about the guests with a phone number in one document', async () => {
    await using services = await startServices()
    const { call } = await services.organization('ada@usher.test')
    const body = { url: services.receiver.url, event_types: ['guest.added', 'guest.updated'] }
    const endpoint = (await call('POST', '/v1/webhook-endpoints', { body })).body
    const queue = await givenQueue(call)
    const guests = [await givenGuest(call, queue), await givenGuest(call, await givenQueue(call))]
    await givenGuest(call, queue, { name: 'Somebody else', phone: '+14155550199' })
    await call('POST', `/v1/guests/${guests[0]}/move`, { body: { position: 2, reason: 'Grace asked' } })
    await until('the deliveries', () => services.receiver.received.length === 4)
    const countOf = async (path: string) => (await call('GET', path)).body.data.length
    await until('the consents', async () => (await countOf('/v1/notifications/consents')) === 3)
    await until('the messages', async () => (await countOf('/v1/notifications')) === 3)

    const id = await ask(call, { kind: 'export', subject: { phone: PHONE } })
    const request = await completed(services, call, id)
    expect(request.parts.map(({ service, status }: Record<string, string>) => [service, status])).toEqual([
      ['accounts', 'completed'],
      ['queue', 'completed'],
      ['webhook-delivery', 'completed'],
      ['notification', 'completed'],
      ['booking-platform', 'completed'],
      ['calendar-sync', 'completed'],
    ])
    const { status, body: result } = await call('GET', `${REQUESTS}/${id}/result`)
    expect(status).toBe(200)
    expect(operations.getPrivacyResult.answer.parse(result)).toEqual(result)
    expect(result.services.queue.map((record: { id: string }) => record.id).sort()).toEqual(guests.sort())
    expect(result.services.queue[0]).toMatchObject({
      ...{ type: 'guest', name: 'Grace Hopper', phone: PHONE },
      ...{ tags: ['VIP'], fields: {} },
    })
    expect(result.services.queue[0].changes).toMatchObject([{ type: 'moved', reason: 'Grace asked' }])
    expect(result.services['webhook-delivery']).toMatchObject([
      { type: 'webhook_delivery', webhook_id: endpoint.id, event: 'guest.added' },
      { type: 'webhook_delivery' },
      { type: 'webhook_delivery' },
    ])
    const { notification: messages, consent: consents } = Object.groupBy(
      result.services.notification as { type: string; guest_id: string }[],
      ({ type }) => type,
    )
    expect(consents?.map(({ guest_id }) => guest_id).sort()).toEqual(guests)
    expect(messages?.map(({ guest_id }) => guest_id).sort()).toEqual(guests)
    expect(messages?.[0]).toMatchObject({ type: 'notification', kind: 'added', to: PHONE })
    expect(JSON.stringify(result)).not.toContain('Somebody else')

    const stranger = await services.organization('zoe@usher.test')
    expect((await stranger.call('GET', `${REQUESTS}/${id}`)).status).toBe(404)
    expect((await stranger.call('GET', `${REQUESTS}/${id}/result`)).status).toBe(404)
    services.clock.advance(7 * 24 * 3_600_000)
    expect((await call('GET', `${REQUESTS}/${id}/result`)).status).toBe(404)
  })
})

describe('an erasure', () => {
  test("removes a guest's data everywhere, and a second request does no harm", async () => {
    await using services = await startServices()
    const { call } = await services.organization('ada@usher.test')
    const endpoint = (await call('POST', '/v1/webhook-endpoints', { body: { url: services.receiver.url } }))
      .body
    const queue = await givenQueue(call)
    const guest = await givenGuest(call, queue)
    const next = await givenGuest(call, queue, { name: 'Next', phone: null })
    await call('POST', `/v1/guests/${guest}/move`, { body: { position: 2, reason: 'Grace asked' } })
    const arrived = (type: string) => services.receiver.received.some(({ raw }) => raw.includes(type))
    await until('the message', () => ['guest.updated', 'notification.delivered'].every(arrived))

    const subject = { guest_id: guest }
    const [first, second] = [
      await ask(call, { kind: 'erasure', subject }),
      await ask(call, { kind: 'erasure', subject }),
    ]
    await completed(services, call, first)
    await completed(services, call, second)
    const erased = (await call('GET', `/v1/guests/${guest}`)).body
    expect(operations.getGuest.answer.parse(erased)).toEqual(erased)
    expect(erased).toMatchObject({
      name: ANONYMOUS_NAME,
      phone: null,
      notes: null,
      tags: [],
      status: 'removed',
    })
    expect(erased.anonymized_at).not.toBeNull()
    expect((await call('POST', `/v1/guests/${guest}/undo`, { body: {} })).body.code).toBe(
      'invalid_transition',
    )
    expect((await call('GET', `/v1/guests/${next}`)).body).toMatchObject({ position: 1, name: 'Next' })

    const timeline = (await call('GET', `/v1/guests/${next}/timeline`)).body
    expect(timeline.data.map(({ type }: { type: string }) => type)).toEqual(['added', 'moved'])
    expect(JSON.stringify(timeline)).not.toContain('Grace')

    const removed = services.events.of(guest).filter(({ type }) => type === 'guest.removed')
    expect(removed).toMatchObject([{ data: { name: ANONYMOUS_NAME, phone: null } }])
    const log = await until('the last delivery', async () => {
      const { data } = (await call('GET', `/v1/webhook-endpoints/${endpoint.id}/deliveries`)).body
      return data.some(({ event }: { event: string }) => event === 'guest.removed') && data
    })
    expect(log.some(({ event }: { event: string }) => event === 'notification.sent')).toBe(true)
    const [message] = (await call('GET', `/v1/notifications?guest_id=${guest}`)).body.data
    expect(message).toMatchObject({ to: null, text: '', status: 'delivered' })
    expect(JSON.stringify(log)).not.toMatch(/Grace|14155550123/)
    expect((await call('GET', `${REQUESTS}/${first}/result`)).status).toBe(404)
  })

  test('by e-mail address ignores case and spares similar addresses', async () => {
    await using services = await startServices()
    const { call } = await services.organization('ada@usher.test')
    const queue = await givenQueue(call)
    const guestOf = (email: string) => givenGuest(call, queue, { phone: null, email })
    const [one, two, other] = [
      await guestOf('Grace.Hopper@example.com'),
      await guestOf('grace.hopper@example.com'),
      await guestOf('graceshopper@example.com'),
    ]
    await until('their messages', async () => {
      const { data } = (await call('GET', '/v1/notifications')).body
      return data.filter(({ status }: { status: string }) => status !== 'queued').length === 3
    })

    const subject = { email: 'GRACE.hopper@example.com' }
    await completed(services, call, await ask(call, { kind: 'erasure', subject }))
    const emailOf = async (id: string) => (await call('GET', `/v1/guests/${id}`)).body.email
    expect([await emailOf(one), await emailOf(two)]).toEqual([null, null])
    expect(await emailOf(other)).toBe('graceshopper@example.com')
    const messages = JSON.stringify((await call('GET', '/v1/notifications')).body.data)
    expect(messages.toLowerCase()).not.toContain('grace.hopper@')
    expect(messages).toContain('graceshopper@')
  })

  test('keeps running while a service is down, and completes when it is back', async () => {
    await using services = await startServices()
    const { call } = await services.organization('ada@usher.test')
    const guest = await givenGuest(call, await givenQueue(call))
    await services.stopQueue()
    const id = await ask(call, { kind: 'erasure', subject: { phone: PHONE } })
    await until('the others', async () => {
      services.clock.advance(LATER_MS)
      await services.webhooks.jobs.privacy.run()
      await services.notification.jobs.privacy.run()
      await services.bookings.jobs.privacy.run()
      await services.calendars.jobs.privacy.run()
      const { parts } = (await call('GET', `${REQUESTS}/${id}`)).body
      return parts.filter(({ status }: { status: string }) => status === 'completed').length === 5
    })
    expect((await call('GET', `${REQUESTS}/${id}`)).body.status).toBe('running')
    await services.restartQueue()
    const request = await completed(services, call, id)
    expect(request.subject).toEqual({ phone: '***23' })
    expect((await call('GET', `/v1/guests/${guest}`)).body.name).toBe(ANONYMOUS_NAME)
  })

  test('of an organisation removes all of its data and none of another', async () => {
    await using services = await startServices()
    const { call, id: organization } = await services.organization('ada@usher.test', 'Bistro')
    const other = await services.organization('zoe@usher.test', 'Clinic')
    await call('POST', '/api/providers', { body: { name: 'Grace' } })
    const queue = await givenQueue(call)
    await givenGuest(call, queue)
    await call('POST', '/v1/webhook-endpoints', { body: { url: services.receiver.url } })
    const kept = await givenGuest(other.call, await givenQueue(other.call))

    const wish = { kind: 'erasure', subject: { organization: true } }
    for (const confirm_name of [undefined, 'Clinic']) {
      const refused = await call('POST', REQUESTS, { body: { ...wish, confirm_name } })
      expect(refused.body).toMatchObject({ status: 400, errors: [{ pointer: '/confirm_name' }] })
    }
    const id = await ask(call, { ...wish, confirm_name: 'Bistro' })
    const request = await completed(services, call, id)
    const empty = request.parts.filter(({ records }: { records: number }) => records === 0)
    // Nobody has connected a calendar.
    expect(empty.map(({ service }: { service: string }) => service)).toEqual(['calendar-sync'])
    expect((await call('GET', `/v1/queues/${queue}`)).status).toBe(404)
    expect((await call('GET', '/v1/queues')).body.data).toEqual([])
    expect((await call('GET', '/v1/webhook-endpoints')).body.data).toEqual([])
    expect((await call('GET', '/account/organization')).status).toBe(404)
    expect((await call('GET', '/account/members')).body.data).toEqual([])
    const told = services.events.of(organization).map(({ type }) => type)
    expect(told).toEqual(['organization.created', 'organization.closed'])
    expect((await other.call('GET', `/v1/guests/${kept}`)).body.name).toBe('Grace Hopper')
    expect((await other.call('GET', '/account/members')).body.data).toHaveLength(1)
  })
})
