import {
  operations,
  type PrivacyRecords,
  type PrivacyService,
  privacyCompletedBy,
  testOrganizationId,
} from '@usher/contracts'
import { connectBroker, createLogger, createPublisher, hashApiKey, newEvent, newId } from '@usher/service-kit'
import {
  aRequestRecord,
  collectEvents,
  createFakeClock,
  lostEvent,
  requestsEvent,
  startOnce,
  until,
} from '@usher/test-kit'
import { APP, oauthOf } from './support/oauth.ts'
import { startWithPeople } from './support/people.ts'

const REQUESTS = '/account/privacy-requests'
const PHONE = '+14155550123'

interface Answer {
  readonly service: Exclude<PrivacyService, 'accounts'>
  readonly part?: number
  readonly is_last?: boolean
  readonly data?: PrivacyRecords | null
  readonly organizationId?: string
}

/** Accounts with an owner; the test answers in the place of the other services. */
async function start() {
  const stack = new AsyncDisposableStack()
  const clock = createFakeClock()
  const all = stack.use(await startWithPeople(clock))
  const { rabbitUrl } = all.infrastructure
  const collector = stack.use(await collectEvents(rabbitUrl))
  const broker = stack.use(await connectBroker(rabbitUrl, createLogger('test', 'silent')))
  const publisher = await createPublisher(broker)
  const owner = await all.owner()
  const answerEvent = (id: string, { service, part = 1, is_last = true, data = null, ...given }: Answer) =>
    newEvent(privacyCompletedBy(service), {
      subject: id,
      sequence: part,
      time: new Date(),
      origin: {
        organizationId: given.organizationId ?? owner.caller.organization_id,
        actor: 'system',
        requestId: 'test',
      },
      data: { id, service, part, is_last, records: data?.length ?? 1, data },
    })
  return {
    ...all,
    newOwner: all.owner,
    owner,
    clock,
    collector,
    answer: (id: string, ...answers: Answer[]) =>
      publisher.publish(answers.map((given) => answerEvent(id, given))),
    publish: publisher.publish,
    answerEvent,
    ask: async (body: object) => (await owner.call('POST', REQUESTS, { body })).body.id as string,
    read: async (id: string) => (await owner.call('GET', `${REQUESTS}/${id}`)).body,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

const shared = startOnce(start)

const SERVICES = ['queue', 'webhook-delivery', 'notification', 'booking-platform', 'calendar-sync'] as const
const EXPORT = { kind: 'export', subject: { phone: PHONE } }
const ERASE_ALL = { kind: 'erasure', subject: { organization: true }, confirm_name: 'Bistro' }

describe('gathering an export', () => {
  test('includes each record once from partial, unordered and repeated answers', async () => {
    await using all = await start()
    const id = await all.ask(EXPORT)
    expect((await all.owner.call('GET', `${REQUESTS}/${id}/result`)).body).toMatchObject({
      status: 409,
      code: 'invalid_transition',
    })
    const last: Answer = { service: 'queue', part: 2, data: [{ name: 'Two' }] }
    await all.answer(
      id,
      ...[last, last],
      ...[
        { service: 'webhook-delivery' as const, data: [] },
        { service: 'notification' as const, data: [] },
        { service: 'booking-platform' as const, data: [] },
        { service: 'calendar-sync' as const, data: [] },
      ],
    )
    await until('webhook-delivery', async () => (await all.read(id)).parts[2].status === 'completed')
    expect((await all.read(id)).parts[1]).toMatchObject({ status: 'running', records: 1 })
    await all.answer(id, { service: 'queue', is_last: false, data: [{ name: 'One' }] }, last)
    const request = await until('completion', async () => {
      const read = await all.read(id)
      return read.status === 'completed' && read
    })
    expect(request.parts[1]).toMatchObject({ status: 'completed', records: 2 })
    const { body } = await all.owner.call('GET', `${REQUESTS}/${id}/result`)
    expect(body.services).toEqual({
      accounts: [],
      queue: [{ name: 'One' }, { name: 'Two' }],
      'webhook-delivery': [],
      notification: [],
      'booking-platform': [],
      'calendar-sync': [],
    })
    const stored = await all.database.collection('privacy_answers').find().toArray()
    expect(stored.every(({ data, expires_at }) => data && expires_at)).toBe(true)
    expect(JSON.stringify(stored)).not.toContain('One')
  })

  test.each(['ada', '$ada', '$$root', 'Ärger'])(
    'erasing the address %s@ leaves only its domain in the requests about it',
    async (local) => {
      await using all = await start()
      const email = `${local}@example.com`
      const capitals = { email: `${local.toUpperCase()}@example.com` }
      const exported = await all.ask({ kind: 'export', subject: capitals })
      const id = await all.ask({ kind: 'erasure', subject: { email: `${local}@Example.com` } })
      expect((await all.read(id)).subject).toEqual({ email: email.toLowerCase() })
      await all.answer(id, ...SERVICES.map((service) => ({ service })))
      await until('completion', async () => (await all.read(id)).status === 'completed')
      for (const one of [id, exported]) {
        expect((await all.read(one)).subject).toEqual({ email: '***@example.com' })
      }
    },
  )

  test("erasing a person masks them in all requests of the organisation, and in no other's", async () => {
    await using all = await start()
    const exported = await all.ask(EXPORT)
    await all.answer(exported, ...SERVICES.map((service) => ({ service, data: [] })))
    await until('the export', async () => (await all.read(exported)).status === 'completed')
    const running = await all.ask(EXPORT)
    const ofAnother = await all.ask({ kind: 'export', subject: { phone: '+14155550124' } })
    const neighbour = await all.newOwner('zoe@usher.test')
    const elsewhere = (await neighbour.call('POST', REQUESTS, { body: EXPORT })).body.id as string

    const erasure = await all.ask({ kind: 'erasure', subject: { phone: PHONE } })
    await all.answer(erasure, ...SERVICES.map((service) => ({ service })))
    await until('the erasure', async () => (await all.read(erasure)).status === 'completed')

    for (const id of [exported, running, erasure]) {
      expect((await all.read(id)).subject).toEqual({ phone: '***23' })
    }
    expect((await all.read(ofAnother)).subject).toEqual({ phone: '+14155550124' })
    const { body } = await neighbour.call('GET', `${REQUESTS}/${elsewhere}`)
    expect(body.subject).toEqual({ phone: PHONE })
    await all.answer(running, ...SERVICES.map((service) => ({ service, data: [] })))
    await until('the one under way', async () => (await all.read(running)).status === 'completed')
  })

  test('ignores answers for another organisation or an unknown request, and malformed ones', async () => {
    await using all = await start()
    const id = await all.ask(EXPORT)
    await all.answer(id, { service: 'queue', organizationId: newId('organization') })
    await all.answer(newId('privacyRequest'), { service: 'queue' })
    await all.publish([{ ...all.answerEvent(id, { service: 'queue' }), data: { id } }])
    await all.answer(id, { service: 'webhook-delivery' })
    await until('the last one', async () => (await all.read(id)).parts[2].status === 'completed')
    expect((await all.read(id)).parts[1].status).toBe('running')
  })

  test('a request repeated under one Idempotency-Key is made once and emits one event', async () => {
    await using all = await start()
    const options = { body: EXPORT, headers: { 'idempotency-key': 'once' } }
    const [first, second] = [
      await all.owner.call('POST', REQUESTS, options),
      await all.owner.call('POST', REQUESTS, options),
    ]
    expect(second.body.id).toBe(first.body.id)
    expect((await all.owner.call('GET', REQUESTS)).body.data).toHaveLength(1)
    await until('its event', () => all.collector.of(first.body.id).length === 1)
  })

  test.each([
    {},
    { kind: 'export' },
    { kind: 'forget', subject: { phone: PHONE } },
    { kind: 'export', subject: { phone: '0151 123' } },
    { kind: 'export', subject: { email: 'ada' } },
    { kind: 'export', subject: { guest_id: 'q_01m7z0dj9nfvmthhecr7s68rtm' } },
    { kind: 'export', subject: { phone: PHONE, organization: true } },
    { kind: 'export', subject: {} },
  ])('answers 400 for %j', async (body) => {
    const all = await shared()
    expect((await all.owner.call('POST', REQUESTS, { body })).status).toBe(400)
  })

  test('refuses a host and answers 404 to another organisation', async () => {
    await using all = await start()
    const id = await all.ask(EXPORT)
    const host = await all.invited(all.owner.call, 'bob@usher.test', 'host')
    expect((await host.call('GET', `${REQUESTS}/${id}`)).body.code).toBe('insufficient_scope')
    const stranger = await all.newOwner('zoe@usher.test')
    expect((await stranger.call('GET', `${REQUESTS}/${id}`)).status).toBe(404)
    expect((await stranger.call('GET', REQUESTS)).body.data).toEqual([])
  })
})

describe('erasing an organisation', () => {
  test('refuses a manager', async () => {
    await using all = await start()
    const manager = await all.invited(all.owner.call, 'bob@usher.test', 'manager')
    expect((await manager.call('POST', REQUESTS, { body: ERASE_ALL })).body.code).toBe('forbidden')
    expect((await all.owner.call('GET', '/account/organization')).status).toBe(200)
  })

  test('ends all credentials at once, and deletes all data but the request itself at completion', async () => {
    await using all = await start()
    const key = (
      await all.owner.call('POST', '/account/api-keys', { body: { name: 'Till', scopes: ['queues:read'] } })
    ).body
    const { organization_id } = all.owner.caller
    const at = new Date().toISOString()
    const lost = { requests: 1, audited: 0, from: at, until: at }
    const records = [aRequestRecord(operations.getGuest, { organization_id })]
    await all.publish([requestsEvent(records), lostEvent(organization_id, lost)])
    const log = all.database.collection('request_log')
    await until('an entry of the log', async () => (await log.countDocuments()) === 1)
    const losses = all.database.collection('usage_losses')
    await until('the loss', async () => (await losses.countDocuments()) === 1)
    const id = await all.ask(ERASE_ALL)
    expect((await all.resolve(all.owner.token)).status).toBe(404)
    expect((await all.lookUp({ sha256: hashApiKey(key.api_key) })).status).toBe(404)
    expect((await all.owner.call('POST', REQUESTS, { body: ERASE_ALL })).status).toBe(404)

    await all.answer(id, { service: 'queue' })
    await until('queue', async () => (await all.read(id)).parts[1].status === 'completed')
    expect(await all.database.collection('members').countDocuments()).toBe(1)
    await all.answer(id, ...SERVICES.slice(1).map((service) => ({ service })))
    await until('completion', async () => (await all.read(id)).status === 'completed')
    const left = [
      'organizations',
      'members',
      'sessions',
      'api_keys',
      'invitations',
      'idempotency',
      'request_log',
      'usage_losses',
    ]
    for (const collection of left) {
      expect([collection, await all.database.collection(collection).countDocuments()]).toEqual([
        collection,
        0,
      ])
    }
    expect((await all.read(id)).created_by).toBe(all.owner.caller.actor)
  })

  test("ends the grants of another organisation's application", async () => {
    await using all = await start()
    const stranger = await all.newOwner('stranger@usher.test')
    const app = (await stranger.call('POST', '/account/oauth-clients', { body: APP })).body
    await oauthOf(() => all).connect(app, all.owner.token)
    const id = await all.ask(ERASE_ALL)
    for (const service of SERVICES) await all.answer(id, { service })
    await until('completion', async () => (await all.read(id)).status === 'completed')
    const grants = { client_id: app.id, grant_id: { $ne: null } }
    expect(await all.database.collection('oauth_artifacts').countDocuments(grants)).toBe(0)
  })
})

describe('privacy requests of an organisation with test data', () => {
  const startWithTestKey = async () => {
    const all = await start()
    const key = { name: 'Tests', scopes: ['queues:read'], livemode: false }
    const { body } = await all.owner.call('POST', '/account/api-keys', { body: key })
    const organizationId = testOrganizationId(all.owner.caller.organization_id)
    return { ...all, key: body.api_key as string, organizationId }
  }

  test('an export requests live and test data from every service and keeps them apart in the result', async () => {
    await using all = await startWithTestKey()
    const id = await all.ask(EXPORT)
    const asked = await until('both events', () => {
      const found = all.collector.events.filter(({ type }) => type === 'privacy.requested')
      return found.length === 2 && found
    })
    expect(asked.map(({ organizationid }) => organizationid)).toEqual([
      all.owner.caller.organization_id,
      all.organizationId,
    ])
    await all.answer(id, ...SERVICES.map((service) => ({ service, data: [{ name: 'Live' }] })))
    await until('live data', async () => (await all.read(id)).parts[5].status === 'completed')
    expect((await all.read(id)).status).toBe('running')
    const { organizationId } = all
    await all.answer(
      id,
      ...SERVICES.map((service) => ({ service, organizationId, data: [{ name: 'Test' }] })),
    )
    const request = await until('completion', async () => {
      const read = await all.read(id)
      return read.status === 'completed' && read
    })
    expect(operations.getPrivacyRequest.answer.parse(request)).toEqual(request)
    const { services } = (await all.owner.call('GET', `${REQUESTS}/${id}/result`)).body
    expect([services.queue, services['queue:test']]).toEqual([[{ name: 'Live' }], [{ name: 'Test' }]])
  })

  test('erasing the organisation ends its test keys at once and deletes its test data', async () => {
    await using all = await startWithTestKey()
    const { organizationId } = all
    const records = [aRequestRecord(operations.getGuest, { organization_id: organizationId })]
    await all.publish([{ ...requestsEvent(records), organizationid: organizationId }])
    const log = all.database.collection('request_log')
    await until('an entry of the log', async () => (await log.countDocuments()) === 1)
    const id = await all.ask(ERASE_ALL)
    expect((await all.lookUp({ sha256: hashApiKey(all.key) })).status).toBe(404)
    const closed = () =>
      all.collector
        .of(organizationId)
        .some(({ type, sequence }) => type === 'organization.closed' && sequence === 3)
    await until('its end to be told', closed)
    await all.answer(id, ...SERVICES.map((service) => ({ service })))
    await all.answer(id, ...SERVICES.map((service) => ({ service, organizationId })))
    await until('completion', async () => (await all.read(id)).status === 'completed')
    for (const name of ['organizations', 'request_log', 'api_keys'])
      expect([name, await all.database.collection(name).countDocuments()]).toEqual([name, 0])
  })
})
