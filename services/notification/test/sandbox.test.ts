import { type ConversationEntry, type Notification, ROLES } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { type Client, startReceiver, until } from '@usher/test-kit'
import { givenNotification, guestEvent, type Harness, startHarness, untilStatus } from './harness.ts'
import { givenProvider, ofHttp } from './providers.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const newManager = (): Client =>
  harness.client({ organization_id: newId('organization'), scopes: [...ROLES.manager] })

const sandboxChannels = async (api: Client): Promise<string[]> =>
  (await api('GET', '/v1/notifications/settings')).body.sandbox_channels

describe('the sandbox', () => {
  test('is named in the settings for each channel without a provider', async () => {
    const api = newManager()
    await using receiver = await startReceiver()
    expect(await sandboxChannels(api)).toEqual(['sms', 'email'])
    await givenProvider(api, { ...ofHttp(receiver.url), channels: ['sms'] })
    expect(
      await until('the provider', async () => {
        const channels = await sandboxChannels(api)
        return channels.length === 1 && channels
      }),
    ).toEqual(['email'])
  })

  test('has its messages listed apart from those of a provider', async () => {
    const api = newManager()
    await using receiver = await startReceiver()
    await givenProvider(api, { ...ofHttp(receiver.url), channels: ['sms'] })
    const sent = await givenNotification(api)
    const pretended = await givenNotification(api, { to: 'ada@example.com' })
    await untilStatus(api, sent.id, 'sent')
    await untilStatus(api, pretended.id, 'delivered')
    const list = async (sandbox: boolean) =>
      (await api('GET', `/v1/notifications?sandbox=${sandbox}`)).body.data.map(({ id }: Notification) => id)
    expect(await list(true)).toEqual([pretended.id])
    expect(await list(false)).toEqual([sent.id])
  })

  test('is named as the provider of a message in the conversation of a guest', async () => {
    const event = guestEvent(harness.organizationId)
    await harness.publish(event)
    const [entry] = await until('the message', async () => {
      const { body } = await harness.client()('GET', `/v1/guests/${event.subject}/conversation`)
      const entries: ConversationEntry[] = body.data ?? []
      return entries[0]?.status === 'delivered' && entries
    })
    expect(entry).toMatchObject({ direction: 'out', provider: 'sandbox' })
  })
})
