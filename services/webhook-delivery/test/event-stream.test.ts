import { queuePaused } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import { KEPT_MS, namesOf, useEventStreams } from './event-streams.ts'
import { anEvent } from './harness.ts'

const { follow, followUntilReady, harness, openDatabase, publish } = useEventStreams()

describe('the event stream of an organisation', () => {
  test('sends each of its events with a webhook body, and none of another organisation', async () => {
    const organization = newId('organization')
    const stream = await followUntilReady({ organization })
    const event = anEvent(organization, { sequence: 7 })
    await harness().publish(anEvent(newId('organization'), { name: 'Stranger' }), event)
    const [, received] = await stream.count(2)
    expect(received).toMatchObject({
      name: 'guest.added',
      id: expect.stringMatching(/^[0-9a-z]+-1$/),
      data: {
        id: event.id,
        sequence: 7,
        api_version: '2026-12-01',
        body: {
          event: 'guest.added',
          timestamp: event.time,
          data: { id: event.subject, name: 'Ada' },
          meta: { account_id: organization, webhook_id: expect.stringMatching(/^whk_/), livemode: true },
        },
      },
    })
    expect(stream.headers.get('content-type')).toContain('text/event-stream')
  })

  test('sends only the requested types, and refuses unknown types with 400', async () => {
    const organization = newId('organization')
    const stream = await followUntilReady({ organization, query: '?types=queue.*,guest.seated' })
    await harness().publish(anEvent(organization))
    await harness().publish(anEvent(organization, { definition: queuePaused }))
    await stream.count(2)
    expect(stream.events.map(({ name }) => name)).toEqual(['ready', 'queue.paused'])
    const refused = await harness().client()('GET', '/v1/events/stream?types=guest.vanished')
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'unknown_event_type' }] } })
  })

  test('is counted in the open streams metric until it closes', async () => {
    const openStreams = async () => {
      const text = await (await fetch(`${harness().service.url}/metrics`)).text()
      const [, count] = /^usher_open_streams\{.*\} (\d+)$/m.exec(text) ?? []
      expect(count).toBeDefined()
      return Number(count)
    }
    const before = await openStreams()
    const streams = [await follow(), await follow()]
    expect(await openStreams()).toBe(before + 2)
    for (const stream of streams) stream.leave()
    await until('both to be closed', async () => (await openStreams()) === before)
  })

  test('goes on for each of fifty organisations that open one at once', async () => {
    const opening = Array.from({ length: 50 }, () =>
      followUntilReady({ organization: newId('organization') }),
    )
    expect((await Promise.all(opening)).filter(({ isOver }) => isOver)).toEqual([])
  }, 20_000)

  test('sends an event once that was published twice', async () => {
    const organization = newId('organization')
    const stream = await followUntilReady({ organization })
    const [first, second] = ['Ada', 'Bo'].map((name) => anEvent(organization, { name }))
    for (const event of [first, first, second]) if (event) await harness().publish(event)
    await stream.count(3)
    expect(namesOf(stream)).toEqual(['Ada', 'Bo'])
  })
})

describe('an organisation without open event streams', () => {
  test('has no events stored before its first stream, and none some time after its last', async () => {
    const organization = newId('organization')
    const kept = (await openDatabase()).collection('streamed_events')
    const keptNow = () => kept.countDocuments({ organization_id: organization })
    const witness = newId('organization')
    const seen = await followUntilReady({ organization: witness })
    await publish(organization, 'Ada')
    await publish(witness, 'Witness')
    await seen.count(2)
    expect(await keptNow()).toBe(0)
    const stream = await followUntilReady({ organization })
    await publish(organization, 'Bo')
    await stream.count(2)
    stream.leave()
    expect(await keptNow()).toBe(1)
    harness().clock.advance(2 * KEPT_MS)
    const last = await followUntilReady({ organization: witness })
    await publish(organization, 'Cy')
    await publish(witness, 'Witness')
    await until('the witness', () => namesOf(last).includes('Witness'))
    expect(await keptNow()).toBe(1)
  })
})

describe('attack: one organisation opens as many streams as it likes', () => {
  test('the eleventh stream is refused with 429 until one closes, while another organisation gets its stream', async () => {
    const organization = newId('organization')
    const streams = []
    for (let i = 0; i < 10; i += 1) streams.push(await follow({ organization }))
    expect((await follow({ organization })).status).toBe(429)
    expect((await follow({ organization: newId('organization') })).status).toBe(200)
    streams[0]?.leave()
    await until('room for another', async () => (await follow({ organization })).status === 200)
  })
})
