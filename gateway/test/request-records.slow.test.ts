import { request } from 'node:http'
import { NEWEST_API_VERSION } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { collectEvents, readEvents, until } from '@usher/test-kit'
import { recordsIn, untilCounted, untilRecorded, untilSampled } from './support/records.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const GUEST_ID = newId('guest')
const GUEST = `/v1/guests/${GUEST_ID}`
const PROBLEM = JSON.stringify({ code: 'queue_full', status: 409 })

const noteOf = (note: object) => Buffer.from(JSON.stringify(note)).toString('base64url')

/** A gateway, and all that it publishes. */
async function startRecorded() {
  const stack = new AsyncDisposableStack()
  const all = stack.use(await startAll())
  const collector = stack.use(await collectEvents(all.infrastructure.rabbitUrl))
  const organization = { organization_id: newId('organization'), actor: newId('apiKey') }
  return {
    ...all,
    collector,
    organization,
    key: all.accounts.addKey(organization),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

describe('the record of a request', () => {
  test('counts reads, including HEAD, by actor, operation and status, and records none of them singly', async () => {
    await using all = await startRecorded()
    all.service.answerWith(({ req, res }) =>
      res.writeHead(200, { 'content-length': 5 }).end(req.method === 'HEAD' ? '' : 'hello'),
    )
    await send(all.url + GUEST, { key: all.key })
    await send(all.url + GUEST, { key: all.key, method: 'HEAD' })
    const counts = await untilCounted(all.collector, 2)
    for (const { minute, actor, operation, status } of counts) {
      expect({ actor, operation, status }).toEqual({
        actor: all.organization.actor,
        operation: 'getGuest',
        status: 200,
      })
      expect(minute).toMatch(/:00\.000Z$/)
    }
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    expect(sum(counts.map(({ bytes_out }) => bytes_out))).toBe(5)
    expect(sum(counts.flatMap(({ latency }) => Object.values(latency)))).toBe(2)
    expect(recordsIn(all.collector)).toEqual([])
  })

  test('counts a POST that only computes something and leaves it out of the audit trail', async () => {
    await using all = await startRecorded()
    all.service.answerWith(({ res }) => res.writeHead(200).end('{}'))
    const options = {
      key: all.key,
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    }
    await send(`${all.url}/v1/notifications/templates/preview`, options)
    const [count] = await untilCounted(all.collector, 1)
    expect([count?.operation, recordsIn(all.collector)]).toEqual(['previewTemplate', []])
  })

  test('records a write with its actor, operation and result', async () => {
    await using all = await startRecorded()
    all.service.answerWith(({ res }) => res.writeHead(200, { 'content-length': 5 }).end('hello'))
    await send(`${all.url}${GUEST}/seat`, {
      method: 'POST',
      key: all.key,
      headers: { 'x-request-id': 'one' },
    })
    const [record] = await untilRecorded(all.collector, 1)
    expect(record).toEqual({
      ...all.organization,
      request_id: 'one',
      at: expect.any(String),
      operation: 'seatGuest',
      method: 'POST',
      status: 200,
      code: null,
      duration_ms: expect.any(Number),
      bytes_in: 0,
      bytes_out: 5,
      path_id: GUEST_ID,
      replayed: false,
      version: NEWEST_API_VERSION,
      audit: expect.objectContaining({ resource: GUEST_ID }),
    })
  })

  test('samples reads with a valid identifier from the path at most', async () => {
    await using all = await startRecorded()
    const id = newId('guest')
    const paths = [`/v1/guests/${id}`, '/v1/guests/Ada%20Lovelace', '/v1/queues?name=Ada']
    for (const path of paths) await send(all.url + path, { key: all.key })
    const samples = await untilSampled(all.collector, 3)
    expect(samples.map(({ operation, path_id }) => [operation, path_id])).toEqual([
      ['getGuest', id],
      ['getGuest', null],
      ['listQueues', null],
    ])
    expect(JSON.stringify(samples)).not.toContain('Ada')
  })

  test('marks an answer replayed for its idempotency key', async () => {
    await using all = await startRecorded()
    all.service.answerWith(({ res }) => res.writeHead(200, { 'idempotent-replayed': 'true' }).end())
    await send(`${all.url}${GUEST}/seat`, { method: 'POST', key: all.key })
    expect(await untilRecorded(all.collector, 1)).toMatchObject([{ replayed: true }])
  })

  test("takes the resource of a write from the service's note, the Location header or the path", async () => {
    await using all = await startRecorded()
    const changes = { servers: { before: 1, after: 2 } }
    const note = noteOf({ resource: 'q_9', changes, organization_id: newId('organization'), actor: 'other' })
    const answers = [
      { 'x-usher-audit': note },
      {},
      { location: '/v1/guests/gst_3' },
      { 'x-usher-audit': '?' },
    ]
    all.service.answerWith(({ res }) => res.writeHead(201, answers.shift()).end('{}'))
    const write = (method: string, path: string) =>
      send(all.url + path, { key: all.key, method, body: '{"a":1}', headers: { 'user-agent': 'Test/1' } })
    const queue = newId('queue')
    const first = await write('PATCH', `/v1/queues/${newId('queue')}`)
    await write('PATCH', `/v1/queues/${queue}`)
    await write('POST', `/v1/queues/${queue}/guests`)
    await write('POST', '/v1/queues')
    const records = await untilRecorded(all.collector, 4)
    expect(first.headers['x-usher-audit']).toBeUndefined()
    const common = { address: '127.0.0.1', user_agent: 'Test/1' }
    expect(records.map(({ audit }) => audit)).toEqual([
      { resource: 'q_9', changes, ...common },
      { resource: queue, changes: {}, ...common },
      { resource: 'gst_3', changes: {}, ...common },
      { resource: null, changes: {}, ...common },
    ])
    // Where there is a credential, it says who acts, not the service.
    expect(records[0]).toMatchObject({ ...all.organization, bytes_in: 7, bytes_out: 2, status: 201 })
  })

  test('records refusals by the gateway and by a service with the actor and the error code', async () => {
    await using all = await startRecorded()
    const organization = { organization_id: newId('organization'), actor: newId('apiKey') }
    const reader = all.accounts.addKey({ ...organization, scopes: ['guests:read'] })
    all.service.answerWith(({ res }) => {
      res.writeHead(409, { 'content-type': 'application/problem+json' }).write(PROBLEM.slice(0, 9))
      setImmediate(() => res.end(PROBLEM.slice(9)))
    })
    const forbidden = await send(`${all.url}${GUEST}/seat`, { key: reader, method: 'POST' })
    await send(`${all.url}${GUEST}/seat`, { key: all.key, method: 'POST' })
    await send(all.url + GUEST, { key: all.key, method: 'PATCH', body: 'x'.repeat(100_001) })
    const records = await untilRecorded(all.collector, 3)
    const told = records.map(({ actor, status, code, bytes_out, audit }) => [
      actor,
      status,
      code,
      bytes_out,
      audit?.resource,
    ])
    expect(told.sort()).toEqual(
      [
        [organization.actor, 403, 'insufficient_scope', forbidden.text.length, GUEST_ID],
        [all.organization.actor, 409, 'queue_full', PROBLEM.length, GUEST_ID],
        [all.organization.actor, 413, 'payload_too_large', expect.any(Number), GUEST_ID],
      ].sort(),
    )
  })

  test('records no request without a known organisation', async () => {
    await using all = await startRecorded()
    await send(all.url + GUEST)
    await send(`${all.url}/account/sign-in`, { method: 'POST', body: '{}' })
    await send(`${all.url}/nowhere`, { key: all.key })
    await send(`${all.url}/healthz`)
    await send(all.url + GUEST, { key: all.key })
    const counts = await untilCounted(all.collector, 1)
    expect(counts.map(({ operation, requests }) => [operation, requests])).toEqual([['getGuest', 1]])
    expect(recordsIn(all.collector)).toEqual([])
  })

  test("takes organisation and actor of a sign-in from the service's note", async () => {
    await using all = await startRecorded()
    const known = { organization_id: newId('organization'), actor: newId('member') }
    const headers = { 'x-usher-audit': noteOf({ ...known, resource: known.actor }) }
    all.accounts.answerWith(({ res }) => res.writeHead(401, headers).end())
    await send(`${all.url}/account/sign-in`, { method: 'POST', body: '{}' })
    const [record] = await untilRecorded(all.collector, 1)
    expect(record).toMatchObject({ ...known, operation: 'signIn', status: 401 })
    expect(record?.audit?.resource).toBe(known.actor)
  })

  test('counts a stream that its client leaves, or that ends with the gateway, as a success', async () => {
    await using all = await startRecorded()
    all.service.answerWith(({ res }) => {
      res.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
      res.write('event: a\ndata: 1\n\n')
    })
    const follow = async () => {
      const stream = await readEvents(`${all.url}/v1/queues/q_1/events`, {
        authorization: `Bearer ${all.key}`,
      })
      await stream.count(1)
      return stream
    }
    const left = await follow()
    left.leave()
    await untilCounted(all.collector, 1)
    const open = await follow()
    await all.gateway[Symbol.asyncDispose]()
    await until('the end', () => open.isOver)
    const counts = await untilCounted(all.collector, 2)
    expect(new Set(counts.map(({ operation, status }) => `${operation} ${status}`))).toEqual(
      new Set(['streamQueue 200']),
    )
  })

  test('counts 499 for a client that disconnects and 500 for a service that breaks off its answer', async () => {
    await using all = await startRecorded()
    all.service.answerWith(() => {})
    const leaving = request(all.url + GUEST, { headers: { authorization: `Bearer ${all.key}` } })
    leaving.on('error', () => {}).end()
    await until('the request to arrive', () => all.service.received.length > 0)
    leaving.destroy()
    await untilCounted(all.collector, 1)
    all.service.answerWith(({ res }) => {
      res.writeHead(200, { 'content-length': 100 }).write('half', () => res.destroy())
    })
    await expect(send(all.url + GUEST, { key: all.key })).rejects.toThrow('aborted')
    const counts = await untilCounted(all.collector, 2)
    expect(counts.map(({ status }) => status)).toEqual([499, 500])
  })
})
