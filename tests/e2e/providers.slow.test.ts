import { type Client, type FakeTwilio, sessionClient, startFakeTwilio, until } from '@usher/test-kit'
import { type OwnUsher, startOwnUsher } from './stack.ts'

let usher: OwnUsher
let twilio: FakeTwilio
let owner: Client
beforeAll(async () => {
  twilio = await startFakeTwilio()
  usher = await startOwnUsher({ TWILIO_API_URL: twilio.url })
  owner = await sessionClient(usher.stack.url, usher.demo)
})
afterAll(async () => {
  await usher?.[Symbol.asyncDispose]()
  await twilio?.[Symbol.asyncDispose]()
})

describe('Twilio as message provider, through the gateway', () => {
  test('accepts delivery reports signed by Twilio and refuses those with another signature', async () => {
    const { body: provider } = await owner('POST', '/account/message-providers', { body: twilio.provider })
    const body = { to: '+14155552671', text: 'Ihr Tisch ist bereit 🙂' }
    const { id } = (await usher.api('POST', '/v1/notifications/send', { body })).body
    const message = await until('the message at Twilio', () => twilio.messages[0])
    expect(message).toMatchObject({ to: body.to, body: body.text })
    const authToken = 'f'.repeat(32)
    expect((await twilio.tell(message, 'delivered', { authToken })).status).toBe(403)
    expect((await usher.api('GET', `/v1/notifications/${id}`)).body.status).not.toBe('delivered')
    expect((await twilio.tell(message, 'delivered')).status).toBe(204)
    expect((await usher.api('GET', `/v1/notifications/${id}`)).body).toMatchObject({
      ...{ status: 'delivered', provider: 'twilio' },
    })
    const inbound = { from: '+14155552671', to: twilio.from, body: 'Später, 10 Minuten & mehr' }
    expect(await twilio.receive(provider.callbacks.inbound_url, inbound)).toMatchObject({
      ...{ status: 200, contentType: expect.stringMatching(/^text\/xml/) },
      body: expect.stringMatching(/<Response><\/Response>$/),
    })
  })
})
