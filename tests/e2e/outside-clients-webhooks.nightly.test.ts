import { startReceiver, until } from '@usher/test-kit'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { findPython, runPython } from './outside-clients/run-python.ts'
import { useSharedUsher } from './shared-usher.ts'

interface Delivery {
  readonly secret: string
  readonly headers: Record<string, string>
  readonly body: string
}

const EVENTS = ['guest.added', 'queue.created']
const cleanup = new AsyncDisposableStack()
let deliveries: Delivery[]
beforeAll(async () => {
  const usher = cleanup.use(await useSharedUsher())
  const receiver = cleanup.use(await startReceiver())
  const body = { url: receiver.url, event_types: EVENTS }
  const { id, secret } = (await usher.api('POST', '/v1/webhook-endpoints', { body })).body
  const queue = (await usher.api('POST', '/v1/queues', { body: { name: 'Café' } })).body.id
  await usher.api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Zoë' } })
  await until('both deliveries', () => receiver.received.length === EVENTS.length)
  await usher.api('DELETE', `/v1/webhook-endpoints/${id}`)
  deliveries = receiver.received.map(({ raw, headers }) => ({
    ...{ secret, body: raw.toString() },
    headers: headers as Record<string, string>,
  }))
})
afterAll(() => cleanup.disposeAsync())

describe.each([
  { name: 'svix', Webhook: SvixWebhook },
  { name: 'standardwebhooks', Webhook: StandardWebhook },
])('webhook deliveries checked with $name of npm', ({ Webhook }) => {
  test('are accepted, and refused with a changed body', () => {
    for (const { secret, body, headers } of deliveries) {
      new Webhook(secret).verify(body, headers)
      expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('No matching signature found')
    }
  })
})

const { python, lack } = await findPython()

describe.each(['svix', 'standardwebhooks'])('webhook deliveries checked with %s of PyPI', (name) => {
  ;(lack ? test.skip : test)('are accepted, and refused with a changed body', async () => {
    const checks = deliveries.map((delivery) =>
      runPython(python, 'webhook_check.py', { package: name, ...delivery }),
    )
    expect(await Promise.all(checks)).toEqual(deliveries.map(() => ['taken', 'refused']))
  })
})
