import {
  type Caller,
  CLOCK_SERVICES,
  clockDatabase,
  organizationCreated,
  testOrganizationId,
} from '@usher/contracts'
import { type Clock, newEvent, newId, parseAddressRange } from '@usher/service-kit'
import { type Answer, type Client, serviceClient, startService, until } from '@usher/test-kit'
import { type TestClocksConfig, type TestClocksService, testClocksService } from '../src/service.ts'

/** The service of test clocks on a database and broker of its own. */
export async function startHarness(clock?: Clock) {
  const harness = await startService<TestClocksConfig, TestClocksService>({
    name: 'test-clocks',
    config(common, infrastructure) {
      // Emptied with the others after the test.
      for (const service of CLOCK_SERVICES) infrastructure.mongoUrl(clockDatabase('test-clocks', service))
      const foundation = { ...common, publicUrl: 'http://usher.test' }
      const guarded = { httpsOnly: false, ownHosts: [], allowedAddresses: [parseAddressRange('127.0.0.0/8')] }
      const codeKeys = common.secretKeys
      const sending = { codeKeys, sandbox: true, smtp: null, push: null, twilioApiUrl: undefined }
      return {
        ...foundation,
        queue: foundation,
        bookingPlatform: { ...foundation, codeKeys },
        notification: { ...foundation, ...guarded, ...sending },
        webhookDelivery: { ...foundation, ...guarded },
      }
    },
    start: (config) => testClocksService.start(config, clock),
  })
  const { callers, service } = harness
  return {
    ...harness,
    /** A client with the test data of an organisation of its own, unless it is given. */
    client(given: Partial<Caller> = {}, urls: readonly string[] = [service.url]): Client {
      const organization_id = testOrganizationId(newId('organization'))
      const caller = callers.caller({ organization_id, ...given })
      const clients = urls.map((url) => serviceClient(url, () => callers.sign(caller)))
      let turns = 0
      return (...request) => {
        turns += 1
        return (clients[turns % clients.length] as Client)(...request)
      }
    },
  }
}

/** The event of a new test organisation. */
export const createdEvent = (organizationId: string) =>
  newEvent(organizationCreated, {
    subject: organizationId,
    sequence: 1,
    time: new Date(),
    origin: { organizationId, actor: 'system', requestId: newId('request') },
    data: {
      id: organizationId,
      name: 'Trial',
      plan: 'development',
      early_access: true,
      country: 'US',
      timezone: 'UTC',
    },
  })

/** A clock, and calls that work with its data. */
export async function givenClock(call: Client, now = '2026-03-02T09:00:00.000Z') {
  const made = await call('POST', '/v1/test/clocks', { body: { now } })
  if (made.status !== 201) throw new Error(`no clock: ${JSON.stringify(made.body)}`)
  const path = `/v1/test/clocks/${made.body.id}`
  const inClock: Client = (method, to, options = {}) =>
    call(method, to, { ...options, headers: { 'usher-test-clock': made.body.id, ...options.headers } })
  return {
    id: made.body.id as string,
    path,
    call: inClock,
    /** Advances it, and resolves with it once it is there. */
    async advance(to: string): Promise<Answer> {
      const begun = await call('POST', `${path}/advance`, { body: { to } })
      if (begun.status !== 202) return begun
      return await until('the clock is there', async () => {
        const now = await call('GET', path)
        return now.body.status !== 'advancing' && now
      })
    },
  }
}
