import { ROLES } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { type Client, startFakeTwilio, startReceiver, until } from '@usher/test-kit'
import { givenNotification, type Harness, startHarness, untilStatus } from './harness.ts'
import { givenProvider, ofHttp } from './providers.ts'

const PATH = '/account/message-providers'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const newManager = (): Client =>
  harness.client({ organization_id: newId('organization'), scopes: [...ROLES.manager] })

describe('choosing a provider', () => {
  test('every replica sends through new provider settings soon after a change at one of them', async () => {
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

  test('uses the enabled provider with the first priority', async () => {
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
  test('a test through a disabled provider reports that it was sent and creates no notification', async () => {
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

  test('a test reports wrong credentials in words, and 400 for an address of another channel', async () => {
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
