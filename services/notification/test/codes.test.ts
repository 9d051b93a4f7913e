import { bookingCodeRequested, type CloudEvent, type Notification, ROLES } from '@usher/contracts'
import { newId, sealBookingCode } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { goldenEvents, trustedCertificate, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { givenNotification, type Harness, startHarness, untilStatus } from './harness.ts'
import { startMailServer } from './smtp-provider.ts'

let server: Awaited<ReturnType<typeof startMailServer>>
let harness: Harness
beforeAll(async () => {
  server = await startMailServer(trustedCertificate())
  const credentials = { password: 'secret', dkim_private_key: null }
  harness = await startHarness({ smtp: { settings: server.settings, credentials, bounceToken: null } })
})
afterAll(async () => {
  await harness[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

const CODE = '402915'

let addresses = 0
const newEmail = () => {
  addresses += 1
  return `ada-${addresses}@example.com`
}

/** The event of a code for an address. */
function codeFor(to: string, given: { locale?: string; sealedFor?: string } = {}): CloudEvent {
  const golden = goldenEvents().find(({ type }) => type === bookingCodeRequested.type) as CloudEvent
  const [id, now] = [newId('bookingCode'), harness.clock.now()]
  const data = {
    ...{ id, to, locale: given.locale ?? null },
    sealed_code: sealBookingCode(CODE, given.sealedFor ?? id, harness.config.codeKeys),
    expires_at: new Date(now.getTime() + 10 * MINUTE_MS).toISOString(),
  }
  const facts = { id: newId('event'), organizationid: harness.organizationId, subject: id }
  return { ...golden, ...facts, time: now.toISOString(), data }
}

const messagesTo = async (to: string): Promise<Notification[]> =>
  (await harness.client()('GET', '/v1/notifications?limit=100')).body.data.filter(
    (message: Notification) => message.to === to,
  )

const messageTo = (to: string, status: Notification['status']): Promise<Notification> =>
  until(`a message that was ${status}`, async () =>
    (await messagesTo(to)).find((message) => message.status === status),
  )

const mailTo = (address: string) => server.received.find(({ to }) => to.includes(address))

/** Everything in the database and on the broker, as text. */
async function everythingStored(): Promise<string> {
  const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
  const collections = (await connection.db?.collections()) ?? []
  const stored = await Promise.all(collections.map((one) => one.find().toArray()))
  await connection.close()
  return JSON.stringify([stored, harness.events.events])
}

test('codes that others ask for keep nobody from one, nor from other messages', async () => {
  const email = newEmail()
  const manager = harness.client({ scopes: [...ROLES.manager] })
  await manager('PATCH', '/v1/notifications/settings', { body: { per_number_per_hour: 1 } })
  await harness.publish(...Array.from({ length: 25 }, () => codeFor(email)))
  const sent = await until('the codes', async () => {
    await harness.service.jobs.dispatcher.drain()
    const messages = await messagesTo(email)
    return messages.length === 25 && messages.every(({ status }) => status !== 'queued') && messages
  })
  expect(sent.map(({ error }) => error?.code ?? 'sent')).toEqual(Array(25).fill('sent'))
  const { id } = await givenNotification(harness.client(), { to: email })
  await untilStatus(harness.client(), id, 'sent')
  await manager('PATCH', '/v1/notifications/settings', { body: { per_number_per_hour: null } })
})

describe('a booking code sent to a customer', () => {
  test("is in the e-mail in the customer's language, but masked in everything stored", async () => {
    const email = newEmail()
    const asked = codeFor(email, { locale: 'de' })
    await harness.publish(asked, asked)
    const message = await messageTo(email, 'sent')
    expect(message).toMatchObject({ kind: 'booking_code', channel: 'email', guest_id: null })
    expect(message.text).toContain('••••••')
    const mail = mailTo(email)?.parsed
    expect(mail?.text).toContain(`ist ${CODE}. Er gilt 10 Min.`)
    expect(await everythingStored()).not.toContain(CODE)
    expect(await messagesTo(email)).toHaveLength(1)
  })

  test('is readable in the message list when the sandbox pretends to send it', async () => {
    await harness.publish(codeFor('+14155550101'))
    const message = await until('the message', async () =>
      (await messagesTo('+14155550101')).find(({ status }) => status !== 'queued'),
    )
    expect(message.text).toContain(`is ${CODE}. It is valid for 10 min.`)
  })

  test('goes to an opted-out e-mail address, but not to an opted-out phone number', async () => {
    const [email, phone] = [newEmail(), '+14155550102']
    for (const to of [email, phone])
      await harness.client()('POST', '/v1/notifications/opt-outs', { body: { to } })
    await harness.publish(codeFor(email), codeFor(phone))
    expect((await messageTo(email, 'sent')).error).toBeNull()
    expect((await messageTo(phone, 'failed')).error?.code).toBe('opted_out')
  })

  test('that was sealed for another request is never sent and fails as too_late', async () => {
    const email = newEmail()
    await harness.publish(codeFor(email, { sealedFor: newId('bookingCode') }))
    await until('the message', async () => (await messagesTo(email)).length === 1)
    harness.clock.advance(11 * MINUTE_MS)
    expect((await messageTo(email, 'failed')).error?.code).toBe('too_late')
    expect(mailTo(email)).toBeUndefined()
  })

  test('fails with landline for a landline number', async () => {
    await harness.publish(codeFor('+493012345678'))
    expect((await messageTo('+493012345678', 'failed')).error?.code).toBe('landline')
  })
})

describe('a booking code template', () => {
  test('is refused without the code variable', async () => {
    const api = harness.manager()
    const body = { name: 'Code', kind: 'booking_code', locale: 'fr', text: 'Bonjour {{ venue_name }}' }
    const { status, body: answer } = await api('POST', '/v1/notifications/templates', { body })
    expect([status, answer.errors[0].code]).toEqual([400, 'code_missing'])
  })
})
