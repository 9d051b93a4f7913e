import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { ROLES } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { auditNoteOf, type Client, startFakeTwilio, startReceiver, until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { givenNotification, type Harness, startHarness, untilStatus } from './harness.ts'
import { givenProvider, HTTP_SECRET } from './providers.ts'

const PATH = '/account/message-providers'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const newManager = (): Client =>
  harness.client({ organization_id: newId('organization'), scopes: [...ROLES.manager] })

const ofHttp = (url: string) => ({
  ...{ kind: 'http', name: 'Own', settings: { url }, credentials: { secret: HTTP_SECRET } },
})

const twilio = {
  kind: 'twilio',
  name: 'Main number',
  settings: { account_sid: `AC${'0'.repeat(32)}`, from: '+15005550006' },
  credentials: { auth_token: '0123456789abcdef0123456789abcdef' },
}

describe('setting up providers', () => {
  test('given one of Twilio, then it is answered without its credentials, and kept with them sealed', async () => {
    const api = newManager()
    const answer = await api('POST', PATH, { body: twilio })
    const { id } = answer.body
    expect([answer.status, answer.headers.get('location')]).toEqual([201, `${PATH}/${id}`])
    expect(answer.body).toMatchObject({
      ...{ kind: 'twilio', name: 'Main number', enabled: true, channels: ['sms'], priority: 50 },
      settings: { ...twilio.settings, messaging_service_sid: null, validity_seconds: 14_400 },
      credentials: { auth_token: { last4: 'cdef' } },
      callbacks: {
        inbound_url: expect.stringMatching(
          /^https:\/\/usher\.test\/callbacks\/messages\/[\w-]{43}\/twilio-inbound$/,
        ),
      },
    })
    const [read, { body: list }] = [await api('GET', `${PATH}/${id}`), await api('GET', PATH)]
    expect([read.body, list.data, read.headers.get('etag')]).toEqual([answer.body, [answer.body], '"1."'])
    expect(JSON.stringify([answer.body, list, auditNoteOf(answer)])).not.toContain('0123456789')
    const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
    const kept = await connection.collection<{ _id: string }>('message_providers').findOne({ _id: id })
    await connection.close()
    expect(JSON.stringify(kept)).not.toContain('0123456789')
  })

  test('given changes, then only what is given changes, If-Match is honoured, and credentials are never told', async () => {
    const api = newManager()
    const { id } = await givenProvider(api, twilio)
    const body = { enabled: false, settings: { from: 'Bistro' }, credentials: { auth_token: 'f'.repeat(32) } }
    const stale = await api('PATCH', `${PATH}/${id}`, { body, headers: { 'if-match': '"9."' } })
    expect(stale.body).toMatchObject({ code: 'precondition_failed' })
    const changed = await api('PATCH', `${PATH}/${id}`, { body, headers: { 'if-match': '"1."' } })
    expect(changed.body).toMatchObject({
      ...{ name: 'Main number', enabled: false },
      settings: { account_sid: twilio.settings.account_sid, from: 'Bistro' },
      credentials: { auth_token: { last4: 'ffff' } },
    })
    const { changes } = auditNoteOf(changed) ?? {}
    expect(Object.keys(changes ?? {}).sort()).toEqual(['credentials', 'enabled', 'settings'])
    expect(JSON.stringify(changes)).not.toContain('ffff')
    expect((await api('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect((await api('GET', `${PATH}/${id}`)).status).toBe(404)
  })

  test.each([
    [{ ...twilio, channels: ['email'] }, '/channels'],
    [
      { ...twilio, settings: { ...twilio.settings, messaging_service_sid: `MG${'0'.repeat(32)}` } },
      '/settings/from',
    ],
    [{ ...twilio, settings: { ...twilio.settings, account_sid: 'AC1' } }, '/settings/account_sid'],
    [{ ...twilio, settings: { ...twilio.settings, api_url: 'http://127.0.0.1' } }, '/settings/api_url'],
    [{ ...twilio, credentials: {} }, '/credentials/auth_token'],
    [{ ...twilio, kind: 'pigeon' }, '/kind'],
    [ofHttp('ftp://example.com'), '/settings/url'],
    [ofHttp('http://10.0.0.1/'), '/settings/url'],
    [ofHttp('http://169.254.169.254/latest/meta-data'), '/settings/url'],
    [{ ...ofHttp('https://example.com/'), credentials: { secret: 'short' } }, '/credentials/secret'],
  ])('given %j, then 400 with a pointer to %s', async (body, pointer) => {
    expect((await newManager()('POST', PATH, { body })).body).toMatchObject({
      status: 400,
      errors: [{ pointer }],
    })
  })

  test('given a wrong change, then 400 with a pointer, and nothing has changed', async () => {
    const api = newManager()
    const { id } = await givenProvider(api, twilio)
    for (const [body, pointer] of [
      [{ settings: { validity_seconds: 1 } }, '/settings/validity_seconds'],
      [{ settings: { url: 'https://example.com' } }, '/settings/url'],
      [{ credentials: { auth_token: 'x' } }, '/credentials/auth_token'],
      [{ kind: 'http' }, '/kind'],
    ] as const) {
      const { body: refused } = await api('PATCH', `${PATH}/${id}`, { body })
      expect(refused).toMatchObject({ status: 400, errors: [{ pointer }] })
    }
    expect((await api('GET', `${PATH}/${id}`)).headers.get('etag')).toBe('"1."')
  })

  test('given twenty, then one more is refused; given an Idempotency-Key ten times at once, then it is one', async () => {
    const api = newManager()
    const headers = { 'idempotency-key': 'once' }
    await Promise.all(Array.from({ length: 10 }, () => api('POST', PATH, { body: twilio, headers })))
    expect((await api('GET', PATH)).body.data).toHaveLength(1)
    for (let count = 1; count < 20; count += 1) await givenProvider(api, twilio)
    expect((await api('POST', PATH, { body: twilio })).body).toMatchObject({ code: 'too_many_providers' })
  })

  test('given somebody who is not a manager, or of another organisation, then it is closed to them', async () => {
    const { id } = await givenProvider(newManager(), twilio)
    const host = harness.client({ scopes: [...ROLES.host] })
    expect((await host('GET', PATH)).body).toMatchObject({ code: 'insufficient_scope' })
    for (const [method, path] of [
      ['GET', `${PATH}/${id}`],
      ['PATCH', `${PATH}/${id}`],
      ['DELETE', `${PATH}/${id}`],
      ['POST', `${PATH}/${id}/test`],
    ] as const) {
      const body = { PATCH: { name: 'Mine' }, POST: { to: '+14155552671' } }[method as 'PATCH']
      expect((await newManager()(method, path, body && { body })).body).toMatchObject({ code: 'not_found' })
    }
  })
})

describe('choosing a provider', () => {
  test('given a change of settings at one replica, then soon all of them send by it', async () => {
    const api = newManager()
    await using first = await startReceiver()
    await using second = await startReceiver()
    const replica = await harness.start()
    await using _stopped = replica
    const { id } = await givenProvider(api, ofHttp(first.url))
    const sendTen = async () => {
      for (let count = 0; count < 10; count += 1) {
        await untilStatus(api, (await givenNotification(api)).id, 'sent')
      }
    }
    await sendTen()
    expect([first.received.length, second.received.length]).toEqual([10, 0])
    await api('PATCH', `${PATH}/${id}`, { body: { settings: { url: second.url } } })
    await until('the change to hold', async () => {
      const before = first.received.length
      await sendTen()
      return first.received.length === before
    })
    const [before, there] = [first.received.length, second.received.length]
    await sendTen()
    expect([first.received.length, second.received.length]).toEqual([before, there + 10])
  })

  test('given several for a channel, then the first by priority is asked, of those that are enabled', async () => {
    const api = newManager()
    await using low = await startReceiver()
    await using high = await startReceiver()
    await givenProvider(api, { ...ofHttp(low.url), priority: 60 })
    const { id } = await givenProvider(api, { ...ofHttp(high.url), priority: 10 })
    const sent = await givenNotification(api)
    expect(await untilStatus(api, sent.id, 'sent')).toMatchObject({ provider: 'http' })
    expect([low.received.length, high.received.length]).toEqual([0, 1])
    await api('PATCH', `${PATH}/${id}`, { body: { enabled: false } })
    await until('the other to be asked', async () => {
      await untilStatus(api, (await givenNotification(api)).id, 'sent')
      return low.received.length > 0
    })
  })
})

describe('sending a test', () => {
  test('given a provider that works, even a disabled one, then it says so, and no notification is made', async () => {
    await using receiver = await startReceiver()
    const api = newManager()
    const { id } = await givenProvider(api, { ...ofHttp(receiver.url), enabled: false })
    const { status, body } = await api('POST', `${PATH}/${id}/test`, { body: { to: '(415) 555-2671' } })
    expect([status, body]).toEqual([
      200,
      {
        outcome: 'sent',
        message: 'The provider has accepted the message.',
        provider_code: null,
        message_id: expect.stringMatching(/^ntf_/),
      },
    ])
    expect(JSON.parse(String(receiver.received[0]?.raw))).toMatchObject({
      to: '+14155552671',
      channel: 'sms',
    })
    expect((await api('GET', '/v1/notifications')).body.data).toEqual([])
  })

  test('given wrong credentials, then it says so in plain words; given another channel, then 400', async () => {
    await using local = await startFakeTwilio()
    const replica = await harness.start({ twilioApiUrl: local.url })
    await using _stopped = replica
    const organization_id = newId('organization')
    const api = harness.client({ organization_id, scopes: [...ROLES.manager] }, replica.url)
    const wrong = { ...local.provider, credentials: { auth_token: 'f'.repeat(32) } }
    const { id } = await givenProvider(api, wrong)
    const { body } = await api('POST', `${PATH}/${id}/test`, { body: { to: '+14155552671' } })
    expect(body).toEqual({
      outcome: 'refused',
      message: 'Twilio does not accept the account SID with this auth token.',
      provider_code: '20003',
      message_id: null,
    })
    const other = await api('POST', `${PATH}/${id}/test`, { body: { to: 'ada@example.com' } })
    expect(other.body).toMatchObject({ status: 400, errors: [{ code: 'wrong_channel' }] })
  })
})
