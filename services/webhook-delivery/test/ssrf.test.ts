import { isIP } from 'node:net'
import {
  createAddressGuard,
  createRefusalOf,
  newId,
  parseAddressRange,
  type Resolve,
} from '@usher/service-kit'
import { startReceiver, until } from '@usher/test-kit'
import { createSender, type Sender } from '../src/sending/sender.ts'
import { anEvent, deliveriesOf, givenEndpoint, type Harness, startHarness } from './harness.ts'
import { NAMES, NOT_WEB, OWN_HOST, REFUSED } from './refused-urls.ts'

const named = (addresses: readonly string[]) =>
  addresses.map((address) => ({ address, family: isIP(address) as 4 | 6 }))

const resolve: Resolve = async (hostname) => named(NAMES[hostname.replace(/\.$/, '')] ?? [])

const settings = { allowedAddresses: [], ownHosts: [OWN_HOST] }

let harness: Harness
let sender: Sender
beforeAll(async () => {
  harness = await startHarness(settings, { resolve })
  const isAllowedAddress = createAddressGuard([])
  const refusalOf = createRefusalOf({ httpsOnly: false, isAllowedAddress, ownHosts: [OWN_HOST] })
  sender = createSender({ isAllowedAddress, refusalOf, resolve })
})
afterAll(async () => {
  await sender.stop()
  await harness[Symbol.asyncDispose]()
})

const create = (url: string, service = harness) =>
  service.client()('POST', '/v1/webhook-endpoints', { body: { url } })

describe('a forbidden webhook URL', () => {
  test.each(REFUSED)('%s (%s) is refused at creation and at delivery', async (_why, url, code) => {
    const { status, body } = await create(url)
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer: '/url', message: expect.stringMatching(/^must (not )?/), code }],
    ])
    const result = await sender.send({ url, headers: {}, body: Buffer.from('{}') })
    expect(result).toMatchObject({ answer: null, timings: { first_byte_ms: null } })
    // An empty fragment is nothing to a connection.
    if (!url.endsWith('#')) expect(result?.error).toMatch(/not sent|nothing is sent/)
  })

  test.each(NOT_WEB)('%s (%s) is refused at creation', async (_why, url) => {
    const { status, body } = await create(url)
    expect([status, body.errors[0].pointer]).toEqual([400, '/url'])
  })

  test('is refused in a change of an endpoint too', async () => {
    const { body } = await create('http://public.example/')
    const path = `/v1/webhook-endpoints/${body.id}`
    const changed = await harness.client()('PATCH', path, { body: { url: 'http://internal.example/' } })
    expect([changed.status, changed.body.errors[0].code]).toEqual([400, 'address_not_allowed'])
  })
})

describe('a webhook URL on the public internet', () => {
  test.each(['https://public.example/hook?a=1', 'http://public.example:8080/', 'https://93.184.216.34/'])(
    '%s is accepted',
    async (url) => {
      expect((await create(url)).status).toBe(201)
    },
  )
})

describe('a host name with changing addresses', () => {
  test('that turns private after the check gets nothing', async () => {
    await using receiver = await startReceiver()
    let address = '93.184.216.34'
    await using rebinding = await startHarness(settings, { resolve: async () => named([address]) })
    const organizationId = newId('organization')
    const api = rebinding.client({ organization_id: organizationId })
    const endpoint = await givenEndpoint(api, receiver.url.replace('127.0.0.1', 'rebinding.example'))
    address = '127.0.0.1'
    await rebinding.publish(anEvent(organizationId))
    const attempt = await until(
      'the result',
      async () => (await deliveriesOf(api, endpoint.id))[0]?.attempts[0],
    )
    expect(attempt).toMatchObject({
      response: null,
      error: 'rebinding.example has a private or reserved address, to which nothing is sent',
    })
    expect(receiver.received).toEqual([])
  })

  test('is checked for each new connection', async () => {
    await using receiver = await startReceiver()
    const isAllowedAddress = createAddressGuard([parseAddressRange('127.0.0.1/32')])
    const answers = ['127.0.0.1', '127.0.0.2']
    const turning = createSender({
      isAllowedAddress,
      refusalOf: () => null,
      resolve: async () => named([answers.shift() ?? '127.0.0.2']),
    })
    const url = receiver.url.replace('127.0.0.1', 'turning.example')
    const send = () => turning.send({ url, headers: {}, body: Buffer.from('{}') })
    const [first, second] = await Promise.all([send(), send()])
    expect(first).toMatchObject({
      error: null,
      timings: { dns_ms: expect.any(Number), connect_ms: expect.any(Number) },
    })
    expect(second?.error).toBe('turning.example has a private or reserved address, to which nothing is sent')
    // The connection is free again a moment after the end of its answer.
    await new Promise((resolve) => setImmediate(resolve))
    expect(await send()).toMatchObject({ error: null, timings: { dns_ms: null, connect_ms: null } })
    await turning.stop()
    expect(receiver.received).toHaveLength(2)
  })
})
