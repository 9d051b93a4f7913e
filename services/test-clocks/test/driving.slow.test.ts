import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testOrganizationId } from '@usher/contracts'
import { CALLER_HEADER, connectMongo, inTransaction, newId } from '@usher/service-kit'
import { HOUR_MS } from '@usher/service-kit/durations'
import { startOnce, startReceiver, until } from '@usher/test-kit'
import { newTestClock, type TestClock } from '../src/clocks/test-clock.ts'
import { TestClockStore } from '../src/clocks/test-clock-store.ts'
import { givenClock, startHarness } from './harness.ts'

const START = '2026-03-02T09:00:00.000Z'
const shared = startOnce(() => startHarness())

/** Takes requests and never answers. */
async function startHanging() {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    [Symbol.dispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('serves and advances the clocks of others while a receiver of webhooks hangs', async () => {
  using receiver = await startHanging()
  const { client } = await shared()
  const mine = client()
  const hanging = await givenClock(mine)
  const endpoint = { url: receiver.url, event_types: ['queue.created'] }
  await hanging.call('POST', '/v1/webhook-endpoints', { body: endpoint })
  await hanging.call('POST', '/v1/queues', { body: { name: 'Trial' } })
  const to = '2026-03-02T09:00:01.000Z'
  await mine('POST', `${hanging.path}/advance`, { body: { to } })
  // The same again is harmless.
  let hasArrived = false
  const arrival = hanging.advance(to).finally(() => {
    hasArrived = true
  })
  const elsewhere = { body: { to: '2026-03-02T09:00:02.000Z' } }
  expect(await mine('POST', `${hanging.path}/advance`, elsewhere)).toMatchObject({
    status: 409,
    body: { code: 'clock_advancing' },
  })
  const change = await hanging.call('POST', '/v1/queues', { body: { name: 'Late' } })
  expect(change).toMatchObject({ status: 409, body: { code: 'clock_advancing' } })
  expect((await hanging.call('GET', '/v1/queues')).status).toBe(200)
  const other = await givenClock(client())
  const queue = await other.call('POST', '/v1/queues', { body: { name: 'Other' } })
  expect(queue.status).toBe(201)
  expect((await other.advance('2026-03-09T09:00:00.000Z')).body).toMatchObject({ status: 'ready' })
  expect(hasArrived).toBe(false)
  expect((await arrival).body).toMatchObject({ status: 'ready' })
})

test('lets one replica drive a clock at a time, and keeps an advance requested meanwhile', async () => {
  const { infrastructure } = await shared()
  const connection = await connectMongo(infrastructure.mongoUrl('test-clocks'))
  const clocks = new TestClockStore(connection)
  const at = new Date()
  const made = newTestClock({ organizationId: newId('organization'), name: null, now: new Date(START), at })
  // Nobody else drives it before it is asked for: it has no work.
  await inTransaction(connection, (session) => clocks.insert(made, session))
  const to = new Date('2026-03-02T10:00:00.000Z')
  const later = { to: new Date('2026-03-02T11:00:00.000Z'), at }
  const stored = connection.collection<TestClock>('test_clocks')
  await stored.updateOne(
    { _id: made._id },
    { $set: { owner: 'one', leased_until: new Date(at.getTime() + 60_000) } },
  )
  const begun = await inTransaction(connection, (session) => clocks.begin(made, { to, at }, session))
  expect(await clocks.claim('two', [], at)).toBeNull()
  const next = await inTransaction(connection, (session) => clocks.begin(begun, later, session))
  await clocks.settle({ clock: begun, owner: 'one', at, now: to })
  expect(await clocks.find(made.organization_id, made._id)).toMatchObject({
    status: 'advancing',
    advancing_to: next.advancing_to,
    now: to,
  })
  await stored.deleteOne({ _id: made._id })
  await connection.destroy()
})

test('does each thing once and at its time when two replicas take turns', async () => {
  await using harness = await startHarness()
  const { client, service, start } = harness
  const replica = await start()
  await using receiver = await startReceiver()
  const clock = await givenClock(client({}, [service.url, replica.url]))
  const { call } = clock
  await call('POST', '/v1/webhook-endpoints', {
    body: { url: receiver.url, event_types: ['guest.no_show'] },
  })
  const body = { name: 'Trial', timezone: 'UTC', no_show_after_minutes: 10 }
  const queueId = (await call('POST', '/v1/queues', { body })).body.id
  await clock.advance('2026-03-02T09:00:01.000Z')
  const messages = { automatic: { reminder: true, no_show: true }, reminder_after_minutes: 5 }
  expect((await call('PATCH', `/v1/queues/${queueId}/messages`, { body: messages })).status).toBe(200)
  for (let round = 0; round < 3; round += 1) {
    const guest = { name: 'Ada', phone: '+14155552671' }
    const { id } = (await call('POST', `/v1/queues/${queueId}/guests`, { body: guest })).body
    const called = (await call('POST', `/v1/guests/${id}/notify`)).body
    const minutes = (at: string) => (Date.parse(at) - Date.parse(called.notified_at)) / 60_000
    await clock.advance(new Date(Date.parse(called.notified_at) + 6 * HOUR_MS).toISOString())
    const state = (await call('GET', `/v1/guests/${id}`)).body
    expect([state.status, minutes(state.no_show_at)]).toEqual(['no_show', 10])
    const sent = (await call('GET', `/v1/notifications?guest_id=${id}`)).body.data
    const told = sent.map(({ kind, status, sent_at }: Record<string, string>) => [
      kind,
      status,
      minutes(sent_at ?? ''),
    ])
    expect(told.toReversed()).toEqual([
      ['added', 'delivered', 0],
      ['ready', 'delivered', 0],
      ['reminder', 'delivered', 5],
      ['no_show', 'delivered', 10],
    ])
    expect(receiver.received).toHaveLength(round + 1)
  }
})

test('does the work of a request that ends after a turn that it overlapped', async () => {
  const { callers, client, infrastructure, service } = await shared()
  const organization_id = testOrganizationId(newId('organization'))
  const clock = await givenClock(client({ organization_id }))
  const queue = (await clock.call('POST', '/v1/queues', { body: { name: 'Trial' } })).body
  const connection = await connectMongo(infrastructure.mongoUrl('test-clocks'))
  const stored = connection.collection<TestClock>('test_clocks')
  const found = async () => (await stored.findOne({ _id: clock.id })) as TestClock
  const settled = () =>
    until('a settled clock', async () => {
      const { requests, settled, owner } = await found()
      return requests > 0 && settled === requests && owner === null
    })
  await settled()
  const { used_at } = await found()
  const body = JSON.stringify({ name: 'Ada', phone: '+14155552671' })
  const slow = request(`${service.url}/v1/queues/${queue.id}/guests`, {
    method: 'POST',
    headers: {
      [CALLER_HEADER]: callers.sign(callers.caller({ organization_id })),
      'usher-test-clock': clock.id,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  })
  const status = new Promise((resolve, reject) => {
    slow.once('response', (answer) => resolve(answer.resume().statusCode)).once('error', reject)
  })
  slow.write(body.slice(0, 5))
  await until('the request is being served', async () => (await found()).used_at > used_at)
  const { requests } = await found()
  await clock.call('POST', '/v1/queues', { body: { name: 'Other' } })
  await until('the other request is counted', async () => (await found()).requests > requests)
  await settled()
  slow.end(body.slice(5))
  expect(await status).toBe(201)
  await until('the message', async () => {
    const { data } = (await clock.call('GET', '/v1/test/messages')).body
    return data.length === 1
  })
  await connection.destroy()
})

test('fails a clock whose turns fail five times in a row, and lets it be deleted', async () => {
  const { client, infrastructure } = await shared()
  const call = client()
  const clock = await givenClock(call)
  const connection = await connectMongo(infrastructure.mongoUrl('test-clocks'))
  const clocks = new TestClockStore(connection)
  const stored = connection.collection<TestClock>('test_clocks')
  const [owner, at] = [newId('request'), new Date()]
  for (let failed = 0; failed < 5; failed += 1) {
    expect((await call('GET', clock.path)).body.status).toBe('ready')
    await stored.updateOne({ _id: clock.id }, { $set: { owner } })
    const found = (await stored.findOne({ _id: clock.id })) as TestClock
    const report = { clock: found, owner, at, now: found.now }
    // Those of a database that is away do not count.
    await clocks.putOff(report, false)
    await stored.updateOne({ _id: clock.id }, { $set: { owner } })
    await clocks.putOff(report, true)
  }
  await connection.destroy()
  expect((await call('GET', clock.path)).body).toMatchObject({ status: 'failed', now: START })
  expect((await clock.advance('2026-03-02T10:00:00.000Z')).body).toMatchObject({ code: 'invalid_transition' })
  expect(await clock.call('POST', '/v1/queues', { body: { name: 'X' } })).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition' },
  })
  expect((await clock.call('GET', '/v1/queues')).status).toBe(200)
  expect((await call('DELETE', clock.path)).status).toBe(204)
})
