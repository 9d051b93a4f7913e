import {
  bookingCodeRequested,
  type CloudEvent,
  guestNotified,
  ROLES,
  type TestMessage,
} from '@usher/contracts'
import { newId, sealBookingCode } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import {
  BROWSER_KEYS,
  goldenEvents,
  openClient,
  startReceiver,
  trustedCertificate,
  until,
} from '@usher/test-kit'
import { givenNotification, guestEvent, untilStatus } from './harness.ts'
import { givenProvider, ofHttp } from './providers.ts'
import { startWithPush } from './push-guests.ts'
import { startMailServer } from './smtp-provider.ts'

let mail: Awaited<ReturnType<typeof startMailServer>>
let all: Awaited<ReturnType<typeof startWithPush>>
// As in production: a mail server for all, push, and no sandbox.
beforeAll(async () => {
  mail = await startMailServer(trustedCertificate())
  const credentials = { password: 'secret', dkim_private_key: null }
  const smtp = { settings: mail.settings, credentials, bounceToken: null }
  all = await startWithPush({ smtp, sandbox: false })
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
  await mail?.[Symbol.asyncDispose]()
})

const newTestId = () => newId('organization').replace('org_', 'org_test_')

function start(organization_id = newTestId()) {
  const call = all.harness.client({ organization_id, scopes: [...ROLES.manager] })
  const messages = async (query = ''): Promise<TestMessage[]> =>
    (await call('GET', `/v1/test/messages?${query}`)).body.data
  return { organization_id, call, messages }
}

describe('a test organisation', () => {
  test('has its messages delivered by the sandbox and listed as test messages, never by its provider', async () => {
    const { call, messages } = start()
    await using provider = await startReceiver()
    await givenProvider(call, ofHttp(provider.url))
    for (const to of ['+14155552671', 'ada@example.com']) {
      const { id } = await givenNotification(call, { to })
      const taken = async () => (await call('GET', `/v1/notifications/${id}`)).body.provider
      expect(await until('a provider', taken)).toBe('sandbox')
      await untilStatus(call, id, 'delivered')
    }
    expect([provider.received, mail.received]).toEqual([[], []])
    expect(await messages()).toMatchObject([
      { channel: 'email', to: 'ada@example.com', status: 'delivered', text: 'Your table is ready.' },
      { channel: 'sms', to: '+14155552671', subject: null, kind: null, code: null },
    ])
    expect(await messages('to=ada@example.com')).toHaveLength(1)
    expect(await messages(`to=${encodeURIComponent('+14155552671')}`)).toHaveLength(1)
    expect(await messages(`guest_id=${newId('guest')}`)).toEqual([])
    expect((await call('GET', '/v1/test/messages?to=nobody')).body.errors).toMatchObject([{ pointer: '?to' }])
  })

  test('lists the push message of a call without sending it to the browser', async () => {
    const { organization_id, messages } = start()
    const id = newId('guest')
    const token = `${id.slice('gst_'.length)}${'m'.repeat(22)}`
    const more = { status_url: `${all.harness.config.publicUrl}/w/${token}` }
    await all.harness.publish(guestEvent(organization_id, { id, more }))
    const { endpoint, keys } = { endpoint: all.push.subscribe().endpoint, keys: BROWSER_KEYS }
    const path = `/public/guests/${token}/push-subscription`
    await until('the subscription', async () => {
      const headers = all.harness.gateway()
      const body = { endpoint, keys }
      return (await openClient(all.harness.service.url)('PUT', path, { headers, body })).status === 204
    })
    const called = { id, sequence: 2, definition: guestNotified, more }
    await all.harness.publish(guestEvent(organization_id, called))
    const [message] = await until('the call', async () => {
      const found = (await messages(`guest_id=${id}`)).filter(({ channel }) => channel === 'push')
      return found[0]?.status === 'delivered' && found
    })
    expect(message).toMatchObject({ to: id, kind: 'ready', subject: expect.stringMatching(/\S/) })
    expect(all.push.requests).toEqual([])
  })

  test('shows a booking code in its test messages without sending an e-mail', async () => {
    const { organization_id, messages } = start()
    const golden = goldenEvents().find(({ type }) => type === bookingCodeRequested.type) as CloudEvent
    const [id, now] = [newId('bookingCode'), all.harness.clock.now()]
    const sealed_code = sealBookingCode('402915', id, all.harness.config.codeKeys)
    const expires_at = new Date(now.getTime() + 10 * MINUTE_MS).toISOString()
    const data = { id, to: 'ada@example.com', locale: null, sealed_code, expires_at }
    const facts = {
      id: newId('event'),
      organizationid: organization_id,
      subject: id,
      time: now.toISOString(),
    }
    await all.harness.publish({ ...golden, ...facts, data })
    const [message] = await until('the code', async () => {
      const found = await messages()
      return found[0]?.status === 'delivered' && found
    })
    expect(message).toMatchObject({ kind: 'booking_code', code: '402915', to: 'ada@example.com' })
    expect(message?.text).toContain('402915')
    expect(mail.received).toEqual([])
  })

  test('accepts a simulated reply, which a live organisation gets a 404 for', async () => {
    const body = { from: '+14155552671', text: 'Yes' }
    const reply = (organization_id: string) =>
      start(organization_id).call('POST', '/v1/notifications/sandbox/inbound', { body })
    expect((await reply(newTestId())).status).toBe(202)
    expect((await reply(newId('organization'))).status).toBe(404)
  })
})
