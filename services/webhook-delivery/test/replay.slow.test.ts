import { guestAdded, queuePaused } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { startReceiver, until } from '@usher/test-kit'
import {
  anEvent,
  deliveriesOf,
  givenEndpoint,
  shareHarness,
  startHarness,
  startScriptedReceiver,
} from './harness.ts'
import { ENDPOINTS, givenMissed, idsAt, LONG_AGO, names, publishEach } from './missed.ts'

const shared = shareHarness()

describe('a replay of deliveries', () => {
  test('is the only one at a time, with 409 for others, and continues after a restart of the service', async () => {
    await using harness = await startHarness()
    await using receiver = await startReceiver()
    const given = await givenMissed(harness, receiver, 6)
    let hold = true
    await using slow = await startScriptedReceiver((_req, res) => {
      if (!hold || slow.count() < 3) res.end()
    })
    await given.api('PATCH', given.path, { body: { url: slow.url, enabled: true } })
    const body = { since: LONG_AGO }
    const asked = await Promise.all([1, 2, 3].map(() => given.api('POST', `${given.path}/replay`, { body })))
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 409, 409])
    const { id } = asked.find(({ status }) => status === 202)?.body ?? {}
    await until('the third, which hangs', () => slow.count() === 3)
    hold = false
    await harness.service[Symbol.asyncDispose]()

    const next = await harness.start()
    const api = harness.client({}, next.url)
    const replay = await until('the end of the replay', async () => {
      const { body } = await api('GET', `${given.path}/replays/${id}`)
      return body.status !== 'running' && body
    })
    expect(replay).toMatchObject({ status: 'completed', total: 7, requeued: 7, delivered: 7, failed: 0 })
    // The one that was cut short was sent again.
    expect(slow.count()).toBe(8)
  })

  test('sends each delivery once and in order from two replicas', async () => {
    await using harness = await startHarness()
    await harness.start()
    await using receiver = await startReceiver()
    const given = await givenMissed(harness, receiver, 20)
    await given.enable()
    const { id } = (await given.api('POST', `${given.path}/replay`, { body: { since: LONG_AGO } })).body
    expect(await given.ended(id)).toMatchObject({ status: 'completed', requeued: 21, delivered: 21 })
    const replayed = receiver.received.slice(1).map(({ raw }) => JSON.parse(raw.toString()).data.name)
    expect(replayed).toEqual(['Ada', ...names(20)])
  })

  test('sends only the selected event types again, under their IDs and without tests', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const api = harness.client()
    const { id: endpointId } = await givenEndpoint(api, receiver.url)
    const path = `${ENDPOINTS}/${endpointId}`
    await publishEach(harness, api, endpointId, names(3))
    await harness.publish(anEvent(harness.organizationId, { definition: queuePaused }))
    await until('all', async () => {
      const log = await deliveriesOf(api, endpointId)
      return log.length === 4 && log.every(({ status }: { status: string }) => status === 'delivered')
    })
    await api('POST', `${path}/test`, { body: { event_type: guestAdded.type } })
    const before = idsAt(receiver)
    const body = { since: LONG_AGO, status: 'all', event: 'guest.*' }
    const { id } = (await api('POST', `${path}/replay`, { body })).body
    const replay = await until('the end', async () => {
      const found = (await api('GET', `${path}/replays/${id}`)).body
      return found.status !== 'running' && found
    })
    expect(replay).toMatchObject({
      status: 'completed',
      delivered: 3,
      filter: { ...body, since: expect.any(String) },
    })
    expect(idsAt(receiver).slice(5)).toEqual(before.slice(0, 3))
  })

  test('stops when its receiver keeps failing, and a second replay delivers the rest', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const given = await givenMissed(harness, receiver, 14)
    await given.enable()
    receiver.answers.push(500, 200, ...Array(10).fill(503))
    const start = async () =>
      (await given.api('POST', `${given.path}/replay`, { body: { since: LONG_AGO } })).body.id
    expect(await given.ended(await start())).toMatchObject({
      status: 'stopped',
      stopped_reason: 'receiver_failing',
      total: 15,
      requeued: 12,
      delivered: 1,
      failed: 11,
    })
    expect(await given.ended(await start())).toMatchObject({ status: 'completed', total: 14, delivered: 14 })
  })

  test('stops with endpoint_disabled when the receiver answers 410', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const given = await givenMissed(harness, receiver, 3)
    await given.enable()
    receiver.answers.push(200, 410)
    const { id } = (await given.api('POST', `${given.path}/replay`, { body: { since: LONG_AGO } })).body
    expect(await given.ended(id)).toMatchObject({ status: 'stopped', stopped_reason: 'endpoint_disabled' })
  })

  test('is refused with 400 for invalid bodies and 404 for another organisation or endpoint', async () => {
    const harness = await shared()
    const api = harness.client()
    const { id } = await givenEndpoint(api, 'https://example.com')
    const path = `${ENDPOINTS}/${id}/replay`
    const future = new Date(Date.now() + 3_600_000).toISOString()
    for (const [body, pointer] of [
      [{}, '/since'],
      [{ since: 'yesterday' }, '/since'],
      [{ since: future }, '/since'],
      [{ since: LONG_AGO, status: 'pending' }, '/status'],
      [{ since: LONG_AGO, event: 'guest.vanished' }, '/event'],
      [{ since: LONG_AGO, speed: 9 }, '/speed'],
    ] as const) {
      const answer = await api('POST', path, { body })
      expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([400, pointer])
    }
    const other = harness.client({ organization_id: newId('organization') })
    expect((await other('POST', path, { body: { since: LONG_AGO } })).status).toBe(404)
    const replay = (await api('POST', path, { body: { since: LONG_AGO } })).body
    expect((await other('GET', `${ENDPOINTS}/${id}/replays/${replay.id}`)).status).toBe(404)
    expect((await api('GET', `${ENDPOINTS}/${id}/replays/rpl_none`)).status).toBe(404)
    const another = await givenEndpoint(api, 'https://example.com')
    expect((await api('GET', `${ENDPOINTS}/${another.id}/replays/${replay.id}`)).status).toBe(404)
    expect((await api('GET', `/api/subscriptions/${id}/replays/${replay.id}`)).body.id).toBe(replay.id)
  })
})
