import { connectMongo } from '@usher/service-kit'
import { createInfrastructure, type Infrastructure, scaled, until } from '@usher/test-kit'
import { type Gateway, startGateway } from '../src/service.ts'
import { startAccountsService } from './support/accounts.ts'
import { openDoor } from './support/door.ts'
import { startService } from './support/fake-service.ts'
import { send } from './support/send.ts'
import { gatewayConfig, publicKey, serviceUrlsOf } from './support/start.ts'
import { Tally } from './support/tally.ts'

const PASSWORD = 'correct horse battery'
const PROBLEM = { 'content-type': 'application/problem+json' }

interface Sender {
  readonly organization: string
  readonly actor: string
  readonly headers: Record<string, string>
}

/** Calls of all kinds; the stand-in for the services answers by the path. */
const CALLS = [
  ['getGuest', 'GET', '/v1/guests/gst_1'],
  ['getGuest', 'HEAD', '/v1/guests/gst_1'],
  ['getGuest', 'GET', '/v1/guests/missing'],
  ['listQueues', 'GET', '/v1/queues'],
  ['createQueue', 'POST', '/v1/queues'],
  ['seatGuest', 'POST', '/v1/guests/conflict/seat'],
  ['deleteQueue', 'DELETE', '/v1/queues/q_1'],
] as const

async function startServices() {
  return await startService(({ method, url, res }) => {
    if (url.includes('missing')) return res.writeHead(404, PROBLEM).end('{"code":"not_found"}')
    if (url.includes('conflict')) return res.writeHead(409, PROBLEM).end('{"code":"invalid_transition"}')
    if (method === 'DELETE') return res.writeHead(204).end()
    if (method === 'POST') return res.writeHead(201, { location: '/v1/queues/q_1' }).end('{}')
    return res.writeHead(200).end('{"data":[]}')
  })
}

/** Accounts as in production, and a broker that can go away from it and from the gateway. */
async function startAround() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const door = stack.use(await openDoor(infrastructure.rabbitUrl, 5672))
  const behindDoor: Infrastructure = { ...infrastructure, rabbitUrl: door.url }
  const accounts = stack.use(await startAccountsService(behindDoor, publicKey))
  const service = stack.use(await startServices())
  const serviceUrls = serviceUrlsOf(accounts, service)
  const config = gatewayConfig({ rabbitUrl: door.url, serviceUrls })
  const database = await connectMongo(infrastructure.mongoUrl('accounts'))
  stack.defer(() => database.destroy())
  return { accounts, config, database, door, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

type Around = Awaited<ReturnType<typeof startAround>>

/** An organisation with two keys, one of which may only read, and its owner in a session. */
async function createOrganization({ accounts, database }: Around, url: string, name: string, plan: string) {
  const json = { 'content-type': 'application/json' }
  const email = `${name}@usher.test`
  const signUp = { organization_name: name, name, email, password: PASSWORD }
  const account = (
    await send(`${url}/account/sign-up`, { method: 'POST', headers: json, body: JSON.stringify(signUp) })
  ).json()
  const organization: string = account.organization.id
  await database.collection('organizations').updateOne({ _id: organization as never }, { $set: { plan } })
  const key = async (...scopes: string[]): Promise<Sender> => {
    const made = await accounts.operate(
      'create-key',
      '--organization',
      organization,
      '--name',
      'k',
      ...scopes,
    )
    return { organization, actor: made.id, headers: { authorization: `Bearer ${made.api_key}` } }
  }
  const entry = await send(`${url}/account/sign-in`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email, password: PASSWORD }),
  })
  const cookie = String(entry.headers['set-cookie']?.[0]).split(';')[0] ?? ''
  const owner: Sender = { organization, actor: account.member.id, headers: { cookie } }
  const senders = [await key(), await key('--scopes', 'guests:read,queues:read'), owner]
  return { organization, senders, owner }
}

type Organization = Awaited<ReturnType<typeof createOrganization>>

/** Sends so many calls of all kinds, twenty at a time. */
async function sendMixed({ url }: Gateway, senders: readonly Sender[], count: number, tally: Tally) {
  let sent = 0
  const worker = async () => {
    while (sent < count) {
      const index = sent++
      const sender = senders[index % senders.length] as Sender
      const [operation, method, path] = CALLS[index % CALLS.length] as (typeof CALLS)[number]
      tally.count(sender, operation, await send(url + path, { method, headers: sender.headers }))
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
}

/** What the API says was used, without the calls that a test makes around its load. */
async function usageOf({ url }: Gateway, { organization, owner }: Organization) {
  const query = 'interval=total&group_by=actor,operation,status'
  const answer = await send(`${url}/account/usage?${query}`, { headers: owner.headers })
  const aside = new Set(['getUsage', 'signIn', 'signUp'])
  const rows: [string, number][] = answer
    .json()
    .data.filter(({ operation }: { operation: string }) => !aside.has(operation))
    .map(({ actor, operation, status, requests }: Record<string, never>) => [
      [organization, actor, operation, status].join(' '),
      requests,
    ])
  return Object.fromEntries(rows.sort())
}

/** So many that the smaller plan meets its limit. */
const MANY = scaled(3_000)

describe('the usage of two organisations', () => {
  test('equals the requests sent and answered, despite a restart of the gateway and an outage of the broker', async () => {
    await using around = await startAround()
    const tally = new Tally()
    await using first = await startGateway(around.config)
    const large = await createOrganization(around, first.url, 'large', 'development')
    const small = await createOrganization(around, first.url, 'small', 'standard')
    const senders = [...large.senders, ...small.senders]
    await sendMixed(first, senders, MANY * 0.4, tally)
    await first[Symbol.asyncDispose]()

    await using second = await startGateway(around.config)
    await sendMixed(second, senders, MANY * 0.2, tally)
    around.door.cut()
    await sendMixed(second, senders, MANY * 0.4, tally)
    around.door.open()

    expect([tally.total, [...tally.statuses()].sort()]).toEqual([MANY, [200, 201, 204, 403, 404, 409, 429]])
    // One that has counted nothing against the limits yet.
    await using reader = await startGateway(around.config)
    for (const organization of [large, small]) {
      const expected = tally.of(organization.organization)
      const requests = Object.values(expected).reduce((sum, count) => sum + count, 0)
      const counted = await until('all to be counted', async () => {
        const usage = await usageOf(reader, organization)
        return Object.values(usage).reduce((sum, count) => sum + count, 0) >= requests && usage
      })
      expect(counted).toEqual(expected)
    }
  })
})
