import { startReceiver, until } from '@usher/test-kit'
import { anEvent, givenEndpoint, shareHarness } from './harness.ts'
import { givenMissed, idsAt, LONG_AGO, names } from './missed.ts'

const shared = shareHarness()

describe('an endpoint that the service disabled', () => {
  test('shows its missed deliveries once enabled, and a replay delivers them in order', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const given = await givenMissed(harness, receiver, 12)
    expect(receiver.received).toHaveLength(1)
    const { missed } = await given.enable()
    expect(missed).toEqual({
      since: expect.any(String),
      deliveries: 13,
      replay: `${given.path}/replay`,
    })
    const answer = await given.api('POST', `${given.path}/replay`, { body: { since: missed.since } })
    const { id } = answer.body
    expect([answer.status, answer.headers.get('location')]).toEqual([202, `${given.path}/replays/${id}`])
    expect(answer.body).toMatchObject({ status: 'running', total: 13, requeued: 0 })

    const replay = await given.ended(id)
    expect(replay).toMatchObject({ status: 'completed', total: 13, requeued: 13, delivered: 13, failed: 0 })
    const replayed = receiver.received.slice(1).map(({ raw }) => JSON.parse(raw.toString()).data.name)
    expect(replayed).toEqual(['Ada', ...names(12)])
    const log = (await given.api('GET', `${given.path}/deliveries?limit=100`)).body.data
    expect(idsAt(receiver).slice(1)).toEqual(log.map(({ id }: { id: string }) => id).reverse())
    expect(new Set(log.map(({ status }: { status: string }) => status))).toEqual(new Set(['delivered']))
    expect((await given.api('GET', given.path)).body.missed).toBeNull()
  })

  test('records no further deliveries once its owner disables it too', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const given = await givenMissed(harness, receiver, 1)
    await given.api('PATCH', given.path, { body: { enabled: false } })
    await using other = await startReceiver()
    await givenEndpoint(given.api, other.url)
    await harness.publish(anEvent(harness.organizationId))
    await until('the event', () => other.received.length === 1)
    expect(await given.log()).toHaveLength(2)
  })

  test('records no further deliveries after 30 days', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const given = await givenMissed(harness, receiver, 1)
    harness.clock.advance(31 * 24 * 3600 * 1000)
    await using other = await startReceiver()
    await givenEndpoint(given.api, other.url)
    await harness.publish(anEvent(harness.organizationId))
    await until('the event', () => other.received.length === 1)
    expect(await given.log()).toHaveLength(2)
  })

  test('answers 409 to a replay until it is enabled', async () => {
    const harness = await shared()
    await using receiver = await startReceiver()
    const given = await givenMissed(harness, receiver, 0)
    const answer = await given.api('POST', `${given.path}/replay`, { body: { since: LONG_AGO } })
    expect([answer.status, answer.body.code]).toEqual([409, 'endpoint_disabled'])
  })
})
