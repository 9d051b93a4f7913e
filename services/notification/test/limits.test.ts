import {
  ALL_SCOPES,
  type CloudEvent,
  guestNotified,
  type Notification,
  organizationCreated,
  organizationUpdated,
} from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import { type Client, goldenEvents, until } from '@usher/test-kit'
import { givenNotification, guestEvent, type Harness, startHarness, untilStatus } from './harness.ts'

const PATH = '/v1/notifications/settings'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A manager, and a client that may send, of a new organisation. */
function givenOrganization(plan: 'standard' | 'development' = 'standard') {
  const caller = { organization_id: newId('organization'), plan, country: 'DE' }
  const manager = harness.client({ ...caller, scopes: [...ALL_SCOPES, 'organization:manage'] })
  return { ...caller, manager, api: harness.client(caller) }
}

/** Sends so many and gives what became of them. */
async function outcomes(api: Client, to: readonly string[]): Promise<(string | undefined)[]> {
  const ids: string[] = []
  for (const number of to) ids.push((await givenNotification(api, { to: number })).id)
  return await until('all of them', async () => {
    await harness.service.jobs.dispatcher.drain()
    const found = await Promise.all(ids.map(async (id) => (await api('GET', `/v1/notifications/${id}`)).body))
    return found.every(({ status }) => status !== 'queued') && found.map(({ error }) => error?.code ?? 'sent')
  })
}

const count = (codes: readonly (string | undefined)[], code: string) =>
  codes.filter((each) => each === code).length

describe('message limits', () => {
  test('a phone number at its hourly limit still gets one call message on top', async () => {
    const { api, manager, organization_id } = givenOrganization()
    await manager('PATCH', PATH, { body: { per_number_per_hour: 2 } })
    const phone = '+4915123456780'
    expect(await outcomes(api, [phone, phone, phone])).toEqual(['sent', 'sent', 'number_limit'])
    const calls = [1, 2].map(() => guestEvent(organization_id, { phone, definition: guestNotified }))
    await harness.publish(...calls)
    const codes = await until('both calls', async () => {
      const { data } = (await api('GET', '/v1/notifications?limit=100')).body
      const called = data.filter(({ kind }: Notification) => kind === 'ready')
      const isOver = called.every(({ status }: Notification) => status !== 'queued')
      return called.length === 2 && isOver && called.map(({ error }: Notification) => error?.code ?? 'sent')
    })
    expect(codes.sort()).toEqual(['number_limit', 'sent'])
  })

  test('a phone number at its hourly limit gets no more until the next hour, from two replicas', async () => {
    const { api, manager } = givenOrganization()
    await harness.start()
    await manager('PATCH', PATH, { body: { per_number_per_hour: 3, per_number_per_day: 4 } })
    const to = Array.from({ length: 6 }, () => '+4915123456789')
    const first = await outcomes(api, to)
    expect([count(first, 'sent'), count(first, 'number_limit')]).toEqual([3, 3])
    expect(await outcomes(api, ['+4915123456780'])).toEqual(['sent'])
    harness.clock.advance(HOUR_MS)
    const second = await outcomes(api, to.slice(0, 2))
    expect(count(second, 'sent')).toBeGreaterThanOrEqual(1)
    const { data } = (await api('GET', '/v1/notifications?status=failed')).body
    expect(data[0].error.message).toMatch(
      /^The recipient has had the [34] messages that may be sent to one in/,
    )
  })

  test('an organisation at its daily limit sends no more messages', async () => {
    const { api, manager } = givenOrganization()
    await manager('PATCH', PATH, { body: { per_organization_per_day: 2 } })
    const to = [1, 2, 3, 4].map((number) => `+491512345678${number}`)
    const codes = await outcomes(api, to)
    expect([count(codes, 'sent'), count(codes, 'organization_limit')]).toEqual([2, 2])
  })

  test('a retried message counts once', async () => {
    const { api, manager } = givenOrganization()
    await manager('PATCH', PATH, { body: { per_number_per_hour: 1 } })
    const { id } = await givenNotification(api, { to: '+15005550003' })
    const sent = await until('the message', async () => {
      harness.clock.advance(5_000)
      await harness.service.jobs.dispatcher.drain()
      const { body } = await api('GET', `/v1/notifications/${id}`)
      return body.status !== 'queued' && body
    })
    expect([sent.attempts.length, sent.error]).toEqual([3, null])
  })
})

describe('allowed countries', () => {
  test('a number in another country is refused with 409 on sending and failed in automatic messages', async () => {
    const { api, manager, organization_id } = givenOrganization()
    await manager('PATCH', PATH, { body: { countries: ['DE', 'AT', 'DE'] } })
    expect((await api('GET', PATH)).body.countries).toEqual(['AT', 'DE'])
    const refused = await api('POST', '/v1/notifications/send', { body: { to: '+14155552671', text: 'x' } })
    expect([refused.status, refused.body.code]).toEqual([409, 'country_not_allowed'])
    const guest = guestEvent(organization_id, { phone: '+14155552671', time: harness.clock.now() })
    await harness.publish(guest)
    const message = await until('the message', async () => {
      return (await api('GET', `/v1/notifications?guest_id=${guest.subject}`)).body.data[0]
    })
    expect(await untilStatus(api, message.id, 'failed')).toMatchObject({
      error: { code: 'country_not_allowed', message: expect.stringContaining('list of countries') },
    })
  })

  test("are the usual ones and the organisation's own country by default", async () => {
    const { api } = givenOrganization()
    const usual = (await api('GET', PATH)).body.countries
    expect(usual).toEqual(expect.arrayContaining(['DE', 'FR', 'US']))
    expect(usual).not.toContain('BR')
    const body = { to: '+5511961234567', text: 'x' }
    expect((await api('POST', '/v1/notifications/send', { body })).body.code).toBe('country_not_allowed')
    const brazilian = harness.client({ organization_id: newId('organization'), country: 'BR' })
    expect((await brazilian('POST', '/v1/notifications/send', { body })).status).toBe(202)
  })

  test('include the new country of an organisation after its event, for automatic messages', async () => {
    const organizationid = newId('organization')
    const of = (definition: { type: string }, sequence: number, country: string): CloudEvent => {
      const golden = goldenEvents().find(({ type }) => type === definition.type) as CloudEvent
      const data = { ...(golden.data as object), country }
      return { ...golden, id: newId('event'), organizationid, subject: organizationid, sequence, data }
    }
    await harness.publish(of(organizationUpdated, 2, 'BR'), of(organizationCreated, 1, 'MX'))
    const api = harness.client({ organization_id: organizationid })
    const sent = await until('a message that is sent', async () => {
      const guest = guestEvent(organizationid, { phone: '+5511961234567', time: harness.clock.now() })
      await harness.publish(guest)
      const message = await until('the message', async () => {
        const [found] = (await api('GET', `/v1/notifications?guest_id=${guest.subject}`)).body.data
        return found?.status !== 'queued' && found
      })
      return message.status !== 'failed'
    })
    expect(sent).toBe(true)
  })
})

describe('the settings', () => {
  test('default to the limits of the plan, which the organisation cannot exceed', async () => {
    const standard = givenOrganization()
    expect((await standard.api('GET', PATH)).body).toMatchObject({
      ...{ per_number_per_hour: 10, per_number_per_day: 30, per_organization_per_day: 10_000 },
    })
    const body = { per_organization_per_day: 10_001 }
    const refused = await standard.manager('PATCH', PATH, { body })
    expect(refused.body).toMatchObject({ status: 400, errors: [{ pointer: '/per_organization_per_day' }] })
    const { manager } = givenOrganization('development')
    expect((await manager('PATCH', PATH, { body })).status).toBe(200)
  })

  test('are guarded by If-Match, survive concurrent changes, and null restores a default', async () => {
    const { api, manager } = givenOrganization()
    const etag = (await api('GET', PATH)).headers.get('etag') ?? ''
    const headers = { 'if-match': etag }
    expect((await manager('PATCH', PATH, { body: { per_number_per_day: 5 }, headers })).status).toBe(200)
    const stale = await manager('PATCH', PATH, { body: { per_number_per_day: 6 }, headers })
    expect(stale.status).toBe(412)
    const both = [1, 2, 3, 4].map((per_number_per_hour) => ({ body: { per_number_per_hour } }))
    await Promise.all(both.map((options) => manager('PATCH', PATH, options)))
    expect((await api('GET', PATH)).body.per_number_per_day).toBe(5)
    expect(
      (await manager('PATCH', PATH, { body: { per_number_per_day: null } })).body.per_number_per_day,
    ).toBe(30)
  })

  test('cannot be changed with an API key', async () => {
    const { api } = givenOrganization()
    expect((await api('PATCH', PATH, { body: { countries: ['DE'] } })).body.code).toBe('insufficient_scope')
  })

  test.each([
    [{ countries: [] }],
    [{ countries: ['XX'] }],
    [{ per_number_per_hour: 0 }],
    [{ per_number_per_hour: 1.5 }],
    [{ colour: 'red' }],
  ])('answer 400 for %j', async (body) => {
    const { manager } = givenOrganization()
    expect((await manager('PATCH', PATH, { body })).status).toBe(400)
  })
})
