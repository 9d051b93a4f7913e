import { type AuditRecordView, REQUESTS_LOST, requestsRecorded } from '@usher/contracts'
import { connectBroker, createLogger, createPublisher } from '@usher/service-kit'
import { collectEvents, createInfrastructure, until } from '@usher/test-kit'
import { type Gateway, startGateway } from '../src/service.ts'
import { startAccountsService } from './support/accounts.ts'
import { openDoor } from './support/door.ts'
import { startService } from './support/fake-service.ts'
import { send } from './support/send.ts'
import { gatewayConfig, publicKey, serviceUrlsOf } from './support/start.ts'

/** Room for a few records. */
const SPOOL_BYTES = 5_000

const PASSWORD = 'correct horse battery'

interface Organization {
  readonly id: string
  readonly headers: Readonly<Record<string, string>>
}

/** Accounts as in production, and a gateway whose broker can go away from it. */
async function startAround() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const door = stack.use(await openDoor(infrastructure.rabbitUrl, 5672))
  const accounts = stack.use(await startAccountsService(infrastructure, publicKey))
  const service = stack.use(await startService())
  const serviceUrls = serviceUrlsOf(accounts, service)
  const direct = stack.use(await connectBroker(infrastructure.rabbitUrl, createLogger('test', 'silent')))
  return {
    accounts,
    door,
    config: gatewayConfig({ rabbitUrl: door.url, serviceUrls, spoolMaxBytes: SPOOL_BYTES }),
    collector: stack.use(await collectEvents(infrastructure.rabbitUrl)),
    publisher: await createPublisher(direct),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** An organisation with its owner in a session. */
async function createOrganization({ url }: Gateway, name: string): Promise<Organization> {
  const headers = { 'content-type': 'application/json' }
  const email = `${name}@usher.test`
  const post = async (path: string, body: object) => {
    const answer = await send(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
    return answer
  }
  const account = await post('/account/sign-up', { organization_name: name, name, email, password: PASSWORD })
  const entry = await post('/account/sign-in', { email, password: PASSWORD })
  const cookie = String(entry.headers['set-cookie']?.[0]).split(';')[0] ?? ''
  return { id: account.json().organization.id, headers: { cookie, 'x-csrf-token': entry.json().csrf_token } }
}

/** Removes guests, each time acknowledged. */
async function write({ url }: Gateway, { headers }: Organization, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    expect((await send(`${url}/v1/guests/gst_1`, { method: 'DELETE', headers })).status).toBe(204)
  }
}

async function read<Body>({ url }: Gateway, { headers }: Organization, path: string): Promise<Body> {
  const answer = await send(url + path, { headers })
  expect([answer.status, answer.text]).toEqual([200, answer.text])
  return answer.json()
}

/** What the trail says of removed guests: those with a record, and those that are told of as lost. */
async function trailOf(gateway: Gateway, organization: Organization) {
  const list = (action: string) =>
    read<{ data: AuditRecordView[] }>(gateway, organization, `/account/audit?limit=100&action=${action}`)
  const [entries, losses] = await Promise.all([list('removeGuest'), list(REQUESTS_LOST)])
  const lost = losses.data.map(({ changes }) => Number(changes.lost_requests?.after))
  return { entries: entries.data.length, lost: lost.reduce((sum, one) => sum + one, 0), losses: losses.data }
}

const untilAccounted = (gateway: Gateway, organization: Organization, count: number) =>
  until(`${count} requests in the trail`, async () => {
    const trail = await trailOf(gateway, organization)
    return trail.entries + trail.lost >= count && trail
  })

describe('the attack: hiding writes by filling the spool while the broker is away', () => {
  test('records and reported losses of two organisations add up to all acknowledged writes after a restart', async () => {
    await using around = await startAround()
    const first = await startGateway(around.config)
    const [ada, bob] = [await createOrganization(first, 'ada'), await createOrganization(first, 'bob')]
    await Promise.all([write(first, ada, 1), write(first, bob, 1)])
    around.door.cut()
    await Promise.all([write(first, ada, 40), write(first, bob, 25)])
    await first[Symbol.asyncDispose]()
    await using second = await startGateway(around.config)
    await Promise.all([write(second, ada, 20), write(second, bob, 10)])
    around.door.open()

    const trails = await Promise.all([untilAccounted(second, ada, 61), untilAccounted(second, bob, 36)])
    expect(trails.map(({ entries, lost }) => entries + lost)).toEqual([61, 36])
    expect(trails.map(({ lost }) => lost > 10)).toEqual([true, true])
    for (const { losses } of trails) {
      expect(losses).toHaveLength(2)
      expect(losses[0]).toMatchObject({ actor: 'system', outcome: 'failed', status: null, resource: null })
      for (const { at, changes } of losses) {
        expect(changes).toMatchObject({ exact: { after: true }, until: { after: at } })
        expect(String(changes.from?.after) <= at).toBe(true)
      }
    }
    const { entries, lost } = trails[0]
    expect(await around.accounts.operate('verify-audit', '--organization', ada.id)).toMatchObject({
      ok: true,
      lost_requests: lost,
    })
    const usage = await read<{ totals: { requests: number }; lost: { requests: number } }>(
      second,
      ada,
      '/account/usage?operation=removeGuest',
    )
    expect(usage.totals.requests).toBe(entries)
    // Reads were lost, too, while the spool was being sent.
    expect(usage.lost.requests).toBeGreaterThanOrEqual(lost)
  })

  test('the audit trail counts a loss once although its events are delivered twice', async () => {
    await using around = await startAround()
    await using gateway = await startGateway(around.config)
    const ada = await createOrganization(gateway, 'ada')
    await write(gateway, ada, 1)
    around.door.silence()
    await write(gateway, ada, 40)
    around.door.open()
    const before = await untilAccounted(gateway, ada, 41)
    const events = around.collector.events.filter(
      ({ type, data }) => type === requestsRecorded.type && requestsRecorded.data.parse(data).lost,
    )
    expect(events.length).toBeGreaterThan(0)
    await around.publisher.publish(events)
    // Comes behind them.
    await write(gateway, ada, 1)
    const after = await untilAccounted(gateway, ada, 42)
    expect([after.entries, after.lost]).toEqual([before.entries + 1, before.lost])
  })
})
