import { createResolve, newId } from '@usher/service-kit'
import { startReceiver, until } from '@usher/test-kit'
import { type DnsServer, startDnsServer } from './dns-server.ts'
import { anEvent, deliveriesOf, givenEndpoint, type Harness, startHarness } from './harness.ts'
import { OWN_HOST } from './refused-urls.ts'

const PUBLIC = '93.184.216.34'

/** What the attacker's name server says of the name. */
let answers: (timesBefore: number) => string
let dns: DnsServer
let harness: Harness
beforeAll(async () => {
  dns = await startDnsServer((timesBefore) => answers(timesBefore))
  const resolve = createResolve([dns.address])
  harness = await startHarness({ allowedAddresses: [], ownHosts: [OWN_HOST] }, { resolve })
})
afterAll(async () => {
  await harness?.[Symbol.asyncDispose]()
  await dns?.[Symbol.asyncDispose]()
})

describe('attack: a host name that resolves to a public address when registered', () => {
  test.each(['127.0.0.1', '169.254.169.254', '10.0.0.1'])(
    'gets nothing when it resolves to %s at delivery',
    async (inner) => {
      await using receiver = await startReceiver()
      const name = `${inner.replaceAll('.', '-')}.rebinding.example`
      const organizationId = newId('organization')
      const api = harness.client({ organization_id: organizationId })
      answers = () => PUBLIC
      const endpoint = await givenEndpoint(api, receiver.url.replace('127.0.0.1', name))
      const askedBefore = dns.asked.length
      answers = () => inner
      await harness.publish(anEvent(organizationId))
      const attempt = await until(
        'the attempt',
        async () => (await deliveriesOf(api, endpoint.id))[0]?.attempts[0],
      )
      expect(attempt).toMatchObject({
        response: null,
        error: `${name} has a private or reserved address, to which nothing is sent`,
      })
      expect(dns.asked.slice(askedBefore)).toContain(name)
      expect(receiver.received).toEqual([])
    },
  )
})
