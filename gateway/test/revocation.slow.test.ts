import { organizationClosed, organizationUpdated } from '@usher/contracts'
import { generateApiKey } from '@usher/service-kit'
import { createInfrastructure, createStandingClock, goldenEvents, manage, until } from '@usher/test-kit'
import { startGateway } from '../src/service.ts'
import { startAccountsService } from './support/accounts.ts'
import { startService } from './support/fake-service.ts'
import { send } from './support/send.ts'
import { gatewayConfig, publicKey, serviceUrlsOf, startAll } from './support/start.ts'

const GUEST = '/v1/guests/gst_1'

/** Accounts and two gateways, as in production, over a stand-in for the services. */
async function startTwoGateways() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const accounts = stack.use(await startAccountsService(infrastructure, publicKey))
  const service = stack.use(await startService())
  const serviceUrls = serviceUrlsOf(accounts, service)
  const config = gatewayConfig({ rabbitUrl: infrastructure.rabbitUrl, serviceUrls })
  // Cached callers never expire by this clock: only an event evicts them.
  const clock = createStandingClock()
  const gateways = [
    stack.use(await startGateway(config, clock)),
    stack.use(await startGateway(config, clock)),
  ]
  return {
    urls: gateways.map(({ url }) => url + GUEST),
    operate: accounts.operate,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

describe('a key that is revoked', () => {
  test('is refused by both gateways that had cached it, while another key keeps access', async () => {
    await using all = await startTwoGateways()
    const { _id } = await all.operate('create-organization', '--name', 'Bistro')
    const one = await all.operate('create-key', '--organization', _id, '--name', 'one')
    const other = await all.operate('create-key', '--organization', _id, '--name', 'other')
    const statuses = (key: string) =>
      Promise.all(all.urls.map(async (url) => (await send(url, { key })).status))
    expect(await statuses(one.api_key)).toEqual([204, 204])
    expect(await statuses(other.api_key)).toEqual([204, 204])
    expect(await statuses(generateApiKey())).toEqual([401, 401])

    await all.operate('revoke-key', '--key', one.id)
    await until('both to refuse it', async () =>
      (await statuses(one.api_key)).every((status) => status === 401),
    )
    expect(await statuses(other.api_key)).toEqual([204, 204])
  })
})

/** A gateway that knows a key which has been revoked since, without an event. */
async function startWithMissedRevocation() {
  const all = await startAll()
  const key = all.accounts.addKey()
  const status = async () => (await send(all.url + GUEST, { key })).status
  expect(await status()).toBe(204)
  all.accounts.removeKey(key)
  expect(await status()).toBe(204)
  const { rabbitManagementUrl: url, vhost } = all.infrastructure
  return {
    status,
    /** Closes the connections to the broker that are listed by now; whether there were any. */
    async cutOff() {
      const open = (await manage(url, 'GET', `/api/vhosts/${vhost}/connections`)) as { name: string }[]
      for (const { name } of open) {
        await manage(url, 'DELETE', `/api/connections/${encodeURIComponent(name)}`)
      }
      return open.length > 0
    },
    url: all.url + GUEST,
    accounts: all.accounts,
    publish: (payload: string, routing_key = 'api_key.revoked') =>
      manage(url, 'POST', `/api/exchanges/${vhost}/usher.events/publish`, {
        properties: {},
        routing_key,
        payload,
        payload_encoding: 'string',
      }),
    [Symbol.asyncDispose]: () => all[Symbol.asyncDispose](),
  }
}

describe('a gateway that may have missed a revocation', () => {
  test('looks a cached key up again after the connection to the broker was lost', async () => {
    await using all = await startWithMissedRevocation()
    await until('the connection to be cut', all.cutOff)
    await until('the key to be refused', async () => (await all.status()) === 401)
  })

  test('ignores messages that are not events', async () => {
    await using all = await startWithMissedRevocation()
    for (const payload of ['', '{', '{}', '[]']) {
      expect(await all.publish(payload)).toEqual({ routed: true })
    }
    expect(await all.status()).toBe(204)
  })
})

describe('an organisation', () => {
  test.each([organizationUpdated.type, organizationClosed.type])(
    'looks only the callers of the organisation up again after the event %s',
    async (type) => {
      await using all = await startWithMissedRevocation()
      const golden = goldenEvents().find((event) => event.type === type)
      const key = all.accounts.addKey({ organization_id: golden?.organizationid ?? '' })
      const status = async () => (await send(all.url, { key })).status
      expect(await status()).toBe(204)
      all.accounts.removeKey(key)
      expect(await status()).toBe(204)
      expect(await all.publish(JSON.stringify(golden), type)).toEqual({ routed: true })
      await until('the key to be refused', async () => (await status()) === 401)
      expect(await all.status()).toBe(204)
    },
  )
})
