import type { Notification } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { givenNotification, guestEvent, type Harness, startHarness, untilStatus } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

let lines = 0
const newNumber = (country = '+4915113') => `${country}${String(++lines).padStart(6, '0')}`

const write = async (from: string, text: string) =>
  (await harness.client()('POST', '/v1/notifications/sandbox/inbound', { body: { from, text } })).body

const answersTo = async (to: string) => {
  const { data } = (await harness.client()('GET', '/v1/notifications?limit=100')).body
  return data.filter((message: Notification) => message.to === to).map(({ text }: Notification) => text)
}

const optOuts = async (address: string) =>
  (await harness.client()('GET', `/v1/notifications/opt-outs?address=${encodeURIComponent(address)}`)).body
    .data

const consents = async (address: string) =>
  (await harness.client()('GET', `/v1/notifications/consents?address=${encodeURIComponent(address)}`)).body
    .data

describe('a phone number that replied STOP', () => {
  test('is refused with 409 for new messages, and messages already queued fail with opted_out', async () => {
    const api = harness.client()
    const phone = newNumber()
    const send_at = new Date(harness.clock.now().getTime() + 60_000).toISOString()
    const waiting = await givenNotification(api, { to: phone, send_at })
    expect((await write(phone, 'Stop!')).intent).toBe('stop')
    const refused = await api('POST', '/v1/notifications/send', { body: { to: phone, text: 'Hi' } })
    expect([refused.status, refused.body.code]).toEqual([409, 'recipient_opted_out'])
    harness.clock.advance(61_000)
    expect(await untilStatus(api, waiting.id, 'failed')).toMatchObject({
      error: { code: 'opted_out', message: 'The recipient has asked for no more messages.' },
      attempts: [],
    })
  })

  test('gets one confirmation, also after a second STOP', async () => {
    const api = harness.client()
    const phone = newNumber()
    await write(phone, 'STOP')
    await write(phone, 'STOP')
    expect(await answersTo(phone)).toEqual([
      'You get no more messages from us. Reply START to get them again.',
    ])
    const { data } = (await api('GET', '/v1/notifications?limit=100')).body
    await untilStatus(api, data.find(({ to }: Notification) => to === phone).id, 'delivered')
    expect(await optOuts(phone)).toMatchObject([{ address: phone, source: 'reply', channel: 'sms' }])
  })

  test('still gets the answer to HELP', async () => {
    const api = harness.client()
    const phone = newNumber()
    await write(phone, 'STOP')
    await write(phone, 'HELP')
    const { data } = (await api('GET', '/v1/notifications?limit=100')).body
    const [help] = data.filter(({ to, text }: Notification) => to === phone && text.includes('CANCEL'))
    expect((await untilStatus(api, help.id, 'delivered')).error).toBeNull()
  })

  test('gets no message as an added guest; the message fails with opted_out', async () => {
    const phone = newNumber()
    await write(phone, 'stop')
    const guest = guestEvent(harness.organizationId, { phone })
    await harness.publish(guest)
    const api = harness.client()
    const message = await until('the message', async () => {
      return (await api('GET', `/v1/notifications?guest_id=${guest.subject}`)).body.data[0]
    })
    expect(await untilStatus(api, message.id, 'failed')).toMatchObject({ error: { code: 'opted_out' } })
  })

  test('gets messages again after START, which is stored as consent', async () => {
    const api = harness.client()
    const phone = newNumber()
    await write(phone, 'stop')
    const start = await write(phone, 'start')
    expect(await optOuts(phone)).toEqual([])
    expect(await consents(phone)).toMatchObject([{ method: 'start', actor: 'guest', evidence: start.id }])
    const sent = await givenNotification(api, { to: phone })
    await untilStatus(api, sent.id, 'delivered')
  })

  test('opts out by CANCEL too as a US number outside the numbering plan', async () => {
    const phone = '+15655550123'
    await write(phone, 'CANCEL')
    expect(await optOuts(phone)).toMatchObject([{ address: phone, source: 'reply' }])
  })

  test('cannot be opted in again by staff', async () => {
    const phone = newNumber()
    await write(phone, 'stop')
    const [{ id }] = await optOuts(phone)
    const answer = await harness.client()('DELETE', `/v1/notifications/opt-outs/${id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'recipient_opted_out'])
  })

  test('that staff had opted out before gets a confirmation and can no longer be opted in by staff', async () => {
    const api = harness.client()
    const phone = newNumber()
    const { body } = await api('POST', '/v1/notifications/opt-outs', { body: { to: phone } })
    await write(phone, 'STOP')
    expect(await answersTo(phone)).toHaveLength(1)
    expect(await optOuts(phone)).toMatchObject([{ id: body.id, source: 'reply' }])
    expect((await api('DELETE', `/v1/notifications/opt-outs/${body.id}`)).status).toBe(409)
  })

  test('still gets messages from another organisation', async () => {
    const phone = newNumber()
    await write(phone, 'stop')
    expect((await givenNotification(harness.otherOrganization(), { to: phone })).status).toBe('queued')
  })

  test('opts out by "cancel" too as a US number without a guest in line, but not as a German one', async () => {
    const american = `+141555${String(20_000 + ++lines)}`
    expect((await write(american, 'cancel')).intent).toBe('stop')
    expect(await optOuts(american)).toHaveLength(1)
    const german = newNumber()
    expect((await write(german, 'cancel')).intent).toBe('cancel')
    expect(await optOuts(german)).toEqual([])
  })
})

describe('a provider that refuses opted-out recipients', () => {
  test('its first refusal opts the recipient out, so that the next send is refused', async () => {
    const api = harness.client()
    const to = '+15005550007'
    const first = await givenNotification(api, { to })
    expect(await untilStatus(api, first.id, 'failed')).toMatchObject({ error: { code: 'opted_out' } })
    const kept = await until('the opt-out', async () => (await optOuts(to))[0])
    expect(kept.source).toBe('provider')
    const again = await api('POST', '/v1/notifications/send', { body: { to, text: 'x' } })
    expect(again.body.code).toBe('recipient_opted_out')
  })
})

describe('the opt-out list', () => {
  test('staff opt an address out once, read it and remove it; other organisations get 404', async () => {
    const api = harness.client()
    const body = { to: 'Ada@Example.com', reason: 'Asked at the desk' }
    const first = await api('POST', '/v1/notifications/opt-outs', { body })
    const again = await api('POST', '/v1/notifications/opt-outs', { body: { to: 'ada@example.com' } })
    expect([first.status, again.body.id]).toEqual([201, first.body.id])
    expect(first.body).toMatchObject({ channel: 'email', source: 'staff', reason: 'Asked at the desk' })
    const refused = await api('POST', '/v1/notifications/send', {
      body: { to: 'ada@example.com', text: 'x' },
    })
    expect(refused.body.code).toBe('recipient_opted_out')
    const path = `/v1/notifications/opt-outs/${first.body.id}`
    expect(first.headers.get('location')).toBe(path)
    expect((await api('GET', path)).body).toEqual(first.body)
    for (const method of ['GET', 'DELETE']) {
      expect((await harness.otherOrganization()(method, path)).status).toBe(404)
    }
    expect((await api('DELETE', path)).status).toBe(204)
    await givenNotification(api, { to: 'ada@example.com' })
  })

  test('numbers opted out repeatedly at once are listed once each, page by page', async () => {
    const api = harness.client({ organization_id: newId('organization') })
    const numbers = [1, 2, 3, 1, 2, 3].map((number) => `+49151140000${number}0`)
    await Promise.all(numbers.map((to) => api('POST', '/v1/notifications/opt-outs', { body: { to } })))
    const found: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path = `/v1/notifications/opt-outs?limit=2${cursor && `&cursor=${cursor}`}`
      const { body } = await api('GET', path)
      found.push(...body.data.map(({ address }: { address: string }) => address))
      cursor = body.next_cursor
    }
    expect(found.sort()).toEqual([...new Set(numbers)].sort())
  })

  test.each([[{ to: '12' }], [{ to: 'ada@' }], [{}], [{ to: '+14155552671', why: 'x' }]])(
    'answers 400 for the opt-out body %j',
    async (body) => {
      expect((await harness.client()('POST', '/v1/notifications/opt-outs', { body })).status).toBe(400)
    },
  )
})

describe('consents of guests with a phone number', () => {
  test('record whether the guest joined or staff added the guest, per number', async () => {
    const phone = newNumber()
    const byStaff = guestEvent(harness.organizationId, { phone })
    const byGuest = { ...guestEvent(harness.organizationId, { phone }), actor: 'guest' }
    const [id, sequence, time] = [byStaff.subject, 2, harness.clock.now()]
    const other = newNumber()
    const changed = guestEvent(harness.organizationId, { id, sequence, time, phone: other })
    await harness.publish(byStaff, byGuest, byGuest, changed)
    await until('the consents', async () => (await consents(other)).length === 1)
    const kept = (await consents(phone)).map(({ method, evidence }: Record<string, string>) => [
      method,
      evidence,
    ])
    expect(kept.sort()).toEqual([
      ['joined', byGuest.id],
      ['staff', byStaff.id],
    ])
  })
})
