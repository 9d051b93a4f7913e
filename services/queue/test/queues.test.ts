import { type Caller, operations } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { dayAhead, until } from '@usher/test-kit'
import { givenGuest, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

test('an organisation has at most 200 queues, unless its plan allows more', async () => {
  const organization_id = newId('organization')
  const queues = Array.from({ length: 200 }, () => ({ _id: newId('queue'), organization_id }))
  await harness.infrastructure.fill('queue', 'queues', queues)
  const create = (plan: Caller['plan']) =>
    harness.client({ organization_id, plan })('POST', '/v1/queues', { body: { name: 'Door' } })
  const refused = await create('standard')
  expect([refused.status, refused.body.code]).toEqual([409, 'plan_limit_reached'])
  expect((await create('development')).status).toBe(201)
})

describe('the queues of an organisation', () => {
  test('a queue created with a name alone has the defaults, and publishes queue.created', async () => {
    const api = harness.client({ timezone: 'Europe/Berlin' })
    const created = await api('POST', '/v1/queues', { body: { name: 'Door' } })
    expect(created.status).toBe(201)
    expect(created.headers.get('location')).toBe(`/v1/queues/${created.body.id}`)
    expect(operations.createQueue.answer.parse(created.body)).toEqual(created.body)
    expect(created.body).toMatchObject({
      name: 'Door',
      status: 'active',
      capacity: null,
      timezone: 'Europe/Berlin',
      waiting_count: 0,
      estimated_wait: 0,
    })
    const event = await until('queue.created', () => harness.events.of(created.body.id)[0])
    expect(event.type).toBe('queue.created')
    expect((await api('GET', `/v1/queues/${created.body.id}`)).body).toEqual(created.body)
  })

  test('patching settings and status together publishes one event for each', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const body = { servers: 2, service_minutes: 15, status: 'paused' }
    const patched = await api('PATCH', `/v1/queues/${queue}`, { body })
    expect(patched).toMatchObject({ status: 200, body })
    await api('POST', `/v1/queues/${queue}/pause`)
    await api('POST', `/v1/queues/${queue}/resume`)
    await until('queue.resumed', () => harness.events.of(queue).some(({ type }) => type === 'queue.resumed'))
    expect(harness.events.of(queue).map(({ type, sequence }) => [type, sequence])).toEqual([
      ['queue.created', 1],
      ['queue.updated', 2],
      ['queue.paused', 3],
      ['queue.resumed', 4],
    ])
  })

  test('shows the reason of a pause to guests who are refused, and removes it on resuming', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const reason = 'The kitchen needs a quarter of an hour'
    const paused = await api('POST', `/v1/queues/${queue}/pause`, { body: { reason } })
    expect(paused.body).toMatchObject({ status: 'paused', pause_reason: reason })
    const refused = await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } })
    expect(refused.body).toMatchObject({ code: 'queue_paused', detail: reason })
    const other = await api('PATCH', `/v1/queues/${queue}`, { body: { pause_reason: 'Longer' } })
    expect(other.body.pause_reason).toBe('Longer')
    const resumed = await api('POST', `/v1/queues/${queue}/resume`)
    expect(resumed.body).toMatchObject({ status: 'active', pause_reason: null })
    const idle = await api('PATCH', `/v1/queues/${queue}`, { body: { pause_reason: 'None' } })
    expect(idle.body.pause_reason).toBeNull()
    const types = () => harness.events.of(queue).map(({ type }) => type)
    await until('queue.resumed', () => types().includes('queue.resumed'))
    expect(types()).toEqual(['queue.created', 'queue.paused', 'queue.updated', 'queue.resumed'])
  })

  test('refuses parties below min_party_size, and a min_party_size above max_party_size', async () => {
    const api = harness.client()
    const queue = await givenQueue(api, { min_party_size: 4, max_party_size: 8 })
    const add = (party_size: number) =>
      api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada', party_size } })
    expect((await add(3)).body.errors[0]).toMatchObject({ pointer: '/party_size', code: 'party_too_small' })
    expect((await add(4)).status).toBe(201)
    const crossed = await api('PATCH', `/v1/queues/${queue}`, { body: { max_party_size: 3 } })
    expect(crossed).toMatchObject({ status: 400, body: { code: 'validation_failed' } })
    const created = await api('POST', '/v1/queues', {
      body: { name: 'Q', min_party_size: 9, max_party_size: 8 },
    })
    expect(created.status).toBe(400)
  })

  test('refuses guests with queue_closed on a date without opening windows', async () => {
    const api = harness.client()
    // Close tomorrow, too: the test may pass midnight.
    const opening_exceptions = [dayAhead(0), dayAhead(1)].map((date) => ({ date, windows: [] }))
    const queue = await givenQueue(api, { timezone: 'UTC', opening_exceptions })
    expect((await api('GET', `/v1/queues/${queue}`)).body.opening_exceptions).toEqual(opening_exceptions)
    const refused = await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } })
    expect(refused.body.code).toBe('queue_closed')
    const twice = [...opening_exceptions, ...opening_exceptions]
    const repeated = await api('PATCH', `/v1/queues/${queue}`, { body: { opening_exceptions: twice } })
    expect(repeated.status).toBe(400)
  })

  test('answers 409 with the reason when the queue is paused, full or closed', async () => {
    const api = harness.client()
    const add = (queue: string) => api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'Ada' } })
    const paused = await givenQueue(api, { status: 'paused' })
    const full = await givenQueue(api, { capacity: 1 })
    await givenGuest(api, full)
    const closed = await givenQueue(api, { opening_hours: [] })
    expect((await add(paused)).body).toMatchObject({ status: 409, code: 'queue_paused' })
    expect((await add(full)).body).toMatchObject({ status: 409, code: 'queue_full' })
    expect((await add(closed)).body).toMatchObject({ status: 409, code: 'queue_closed' })
  })

  test('one of ten concurrent guests gets the last place', async () => {
    const api = harness.client()
    const queue = await givenQueue(api, { capacity: 1 })
    const adds = Array.from({ length: 10 }, () =>
      api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'A' } }),
    )
    const statuses = (await Promise.all(adds)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(9)
  })

  test('refuses to delete a queue with guests unless remove_guests is set', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const guests = await Promise.all(Array.from({ length: 300 }, () => givenGuest(api, queue)))
    const refused = await api('DELETE', `/v1/queues/${queue}`)
    expect(refused.body).toMatchObject({ status: 409, code: 'queue_not_empty' })
    expect((await api('DELETE', `/v1/queues/${queue}?remove_guests=true`)).status).toBe(204)
    expect((await api('GET', `/v1/queues/${queue}`)).status).toBe(404)
    expect((await api('POST', `/v1/queues/${queue}/guests`, { body: { name: 'A' } })).status).toBe(404)
    const [first = ''] = guests
    expect((await api('GET', `/v1/guests/${first}`)).body).toMatchObject({
      status: 'removed',
      position: null,
    })
    expect((await api('POST', `/v1/guests/${first}/undo`)).status).toBe(404)
    const removed = () => harness.events.events.filter(({ type }) => type === 'guest.removed').length
    await until('300 guest.removed', () => removed() === 300)
    const listed = (await api('GET', '/v1/queues?limit=100')).body.data.map(({ id }: { id: string }) => id)
    expect(listed).not.toContain(queue)
  })

  test('the next sweep removes the guests left by an interrupted deletion', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const guest = await givenGuest(api, queue)
    const { default: mongoose } = await import('mongoose')
    const client = await mongoose.mongo.MongoClient.connect(harness.config.mongoUrl)
    const marked = { $set: { deleted_at: new Date() }, $inc: { line_version: 1 } }
    await client.db().collection<{ _id: string }>('queues').updateOne({ _id: queue }, marked)
    await client.close()
    await harness.service.jobs.tidy.run()
    expect((await api('GET', `/v1/guests/${guest}`)).body.status).toBe('removed')
  })

  test('lists each queue once, page by page, oldest first', async () => {
    const api = harness.otherOrganization()
    const created: string[] = []
    for (const name of ['A', 'B', 'C', 'D', 'E'])
      created.push(await givenQueue(api, { name, status: name === 'B' ? 'paused' : 'active' }))
    const seen: string[] = []
    let next: string | null = ''
    while (next !== null) {
      const { body } = await api('GET', `/v1/queues?limit=2${next && `&cursor=${next}`}`)
      seen.push(...body.data.map(({ id }: { id: string }) => id))
      next = body.next_cursor
    }
    expect(seen).toEqual(created)
    const paused = await api('GET', '/v1/queues?status=paused')
    expect(paused.body.data.map(({ name }: { name: string }) => name)).toEqual(['B'])
  })

  test('answers 412 to a patch of old settings, but not because a guest has joined', async () => {
    const api = harness.client()
    const queue = await givenQueue(api)
    const etag = (await api('GET', `/v1/queues/${queue}`)).headers.get('etag') ?? ''
    await givenGuest(api, queue)
    const patch = (name: string) =>
      api('PATCH', `/v1/queues/${queue}`, { body: { name }, headers: { 'if-match': etag } })
    expect((await patch('B')).status).toBe(200)
    expect((await patch('C')).status).toBe(412)
  })
})
