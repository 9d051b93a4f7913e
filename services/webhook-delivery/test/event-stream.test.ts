import { queuePaused } from '@usher/contracts'
import { CALLER_HEADER, connectMongo, newId } from '@usher/service-kit'
import { type EventReader, readEvents, until } from '@usher/test-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anEvent, type Harness, startHarness } from './harness.ts'

/** As long as events are kept, and the pauses in which replicas learn who is followed. */
const KEPT_MS = 3_600_000
const SETTLED_MS = 2_000

let harness: Harness
const cleanup = new AsyncDisposableStack()
beforeAll(async () => {
  harness = cleanup.use(await startHarness())
})
afterAll(() => cleanup.disposeAsync())

interface Given {
  readonly organization?: string
  readonly query?: string
  readonly lastEventId?: string | undefined
  readonly url?: string
  readonly version?: string
}

async function follow({
  organization,
  query = '',
  lastEventId,
  url,
  version,
}: Given = {}): Promise<EventReader> {
  const token = harness.token(organization ? { organization_id: organization } : {})
  const headers = { [CALLER_HEADER]: token, ...(version && { 'usher-version': version }) }
  const path = `${url ?? harness.service.url}/v1/events/stream${query}`
  const stream = await readEvents(path, headers, lastEventId)
  cleanup.defer(() => stream.leave())
  return stream
}

/** A stream of which is known that nothing will be missing. */
async function followUntilReady(given: Given = {}): Promise<EventReader> {
  const stream = await follow(given)
  harness.clock.advance(SETTLED_MS)
  await until('ready', () => stream.events.some(({ name }) => name === 'ready'))
  return stream
}

const namesOf = (stream: EventReader) =>
  stream.events.filter(({ name }) => name.startsWith('guest.')).map(({ data }) => data.body.data.name)

const guests = (organization: string, ...names: string[]) =>
  names.map((name) => anEvent(organization, { name }))

/** Publishes events one after another, so that they arrive in this order. */
async function publish(organization: string, ...names: string[]) {
  for (const event of guests(organization, ...names)) await harness.publish(event)
}

describe('given a stream of the events of an organisation', () => {
  test('when events happen, then each comes with the body of a webhook, and those of others do not', async () => {
    const organization = newId('organization')
    const stream = await followUntilReady({ organization })
    const event = anEvent(organization, { sequence: 7 })
    await harness.publish(anEvent(newId('organization'), { name: 'Stranger' }), event)
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

  test('when it asks for types, then it gets these alone, and unknown ones are refused', async () => {
    const organization = newId('organization')
    const stream = await followUntilReady({ organization, query: '?types=queue.*,guest.seated' })
    await harness.publish(anEvent(organization))
    await harness.publish(anEvent(organization, { definition: queuePaused }))
    await stream.count(2)
    expect(stream.events.map(({ name }) => name)).toEqual(['ready', 'queue.paused'])
    const refused = await harness.client()('GET', '/v1/events/stream?types=guest.vanished')
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ code: 'unknown_event_type' }] } })
  })

  test('when it asks for an older version, then bodies are as webhooks of that version', async () => {
    const organization = newId('organization')
    const stream = await followUntilReady({ organization, version: '2026-11-01' })
    await publish(organization, 'Ada')
    const [, received] = await stream.count(2)
    expect(received?.data.api_version).toBe('2026-11-01')
  })

  test('when an event is published twice, then it comes once', async () => {
    const organization = newId('organization')
    const stream = await followUntilReady({ organization })
    const [first, second] = guests(organization, 'Ada', 'Bo')
    for (const event of [first, first, second]) if (event) await harness.publish(event)
    await stream.count(3)
    expect(namesOf(stream)).toEqual(['Ada', 'Bo'])
  })
})

describe('given a client that lost its stream', () => {
  test('when it comes back with its last event, then it gets all since and nothing twice, from any replica', async () => {
    const organization = newId('organization')
    const first = await followUntilReady({ organization })
    await publish(organization, 'Ada', 'Bo')
    await first.count(3)
    first.leave()
    await publish(organization, 'Cy', 'Di')
    const { url } = await harness.start()
    const resumed = await follow({ organization, lastEventId: first.lastEventId, url })
    await resumed.count(3)
    await publish(organization, 'Ed')
    await resumed.count(4)
    expect(namesOf(resumed)).toEqual(['Cy', 'Di', 'Ed'])
    expect(resumed.events.map(({ name }) => name)).not.toContain('missed')
    const again = await follow({ organization, lastEventId: first.events[1]?.id })
    await again.count(4)
    expect(namesOf(again)).toEqual(['Bo', 'Cy', 'Di', 'Ed'])
  })

  test('when nothing happened before it left, then the place of `ready` or of a heartbeat is enough', async () => {
    const organization = newId('organization')
    const first = await followUntilReady({ organization, query: '?types=queue.paused' })
    const readyId = first.lastEventId
    await publish(organization, 'Ada')
    await until('the heartbeat after the guest', async () => {
      await harness.service.sendEvents()
      await harness.service.beat()
      return /event: heartbeat\nid: \S+-1\n/.test(first.text)
    })
    const [, heartbeatId] = /event: heartbeat\nid: (\S+-1)\n/.exec(first.text) ?? []
    first.leave()
    const [fromReady, fromHeartbeat] = [
      await follow({ organization, lastEventId: readyId }),
      await follow({ organization, lastEventId: heartbeatId }),
    ]
    await publish(organization, 'Bo')
    await Promise.all([fromReady.count(3), fromHeartbeat.count(2)])
    expect([namesOf(fromReady), namesOf(fromHeartbeat)]).toEqual([['Ada', 'Bo'], ['Bo']])
  })

  test('when its last event is no longer kept, then it is told so and gets what is', async () => {
    const organization = newId('organization')
    const first = await followUntilReady({ organization })
    await publish(organization, 'Ada')
    await first.count(2)
    await harness.service.beat()
    const lastEventId = first.lastEventId
    harness.clock.advance(KEPT_MS - 60_000)
    await harness.service.beat()
    await publish(organization, 'Bo')
    await first.count(3)
    harness.clock.advance(60_000)
    await publish(organization, 'Cy')
    const late = await follow({ organization, lastEventId: `${lastEventId?.split('-')[0]}-0` })
    await until('the latest guest', () => namesOf(late).includes('Cy'))
    expect(late.events[0]).toMatchObject({
      name: 'missed',
      data: { last_event_id: expect.stringMatching(/-0$/) },
    })
    expect(namesOf(late)).toEqual(['Bo', 'Cy'])
  })

  test.each([
    [
      'of another organisation',
      async () => (await followUntilReady({ organization: newId('organization') })).lastEventId,
    ],
    ['that nobody sent', async () => 'x-99'],
    ['that is none', async () => '../../etc'],
  ])('when it names an event %s, then it is told that it may have missed some', async (_, find) => {
    const stream = await follow({ organization: newId('organization'), lastEventId: await find() })
    expect((await stream.count(1))[0]?.name).toBe('missed')
  })
})

describe('given an organisation that nobody follows', () => {
  test('when events happen, then none is kept, and a while after its last stream none is any more', async () => {
    const organization = newId('organization')
    const database = await connectMongo(harness.config.mongoUrl)
    cleanup.defer(() => database.destroy())
    const kept = database.collection('streamed_events')
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
    harness.clock.advance(2 * KEPT_MS)
    const last = await followUntilReady({ organization: witness })
    await publish(organization, 'Cy')
    await publish(witness, 'Witness')
    await until('the witness', () => namesOf(last).includes('Witness'))
    expect(await keptNow()).toBe(1)
  })
})

describe('attack: one organisation opens as many streams as it likes', () => {
  test('when it has ten, then another is refused until one ends, and others still get theirs', async () => {
    const organization = newId('organization')
    const streams = []
    for (let i = 0; i < 10; i += 1) streams.push(await follow({ organization }))
    expect((await follow({ organization })).status).toBe(429)
    expect((await follow({ organization: newId('organization') })).status).toBe(200)
    streams[0]?.leave()
    await until('room for another', async () => (await follow({ organization })).status === 200)
  })
})

describe('given a stream that fails as it begins', () => {
  test('when it was tried more often than streams may be open, then one that does not fail is opened', async () => {
    const organization = newId('organization')
    const database = await connectMongo(harness.config.mongoUrl)
    cleanup.defer(() => database.destroy())
    const kept = database.collection('streamed_events')
    const first = await followUntilReady({ organization })
    const lastEventId = first.lastEventId
    await publish(organization, 'Ada')
    await first.count(2)
    first.leave()
    await kept.updateMany({ organization_id: organization }, { $set: { event: null } })
    for (let i = 0; i < 11; i += 1) expect((await follow({ organization, lastEventId })).status).toBe(500)
    await kept.deleteMany({ organization_id: organization })
    expect((await follow({ organization })).status).toBe(200)
  })
})

describe('attack: come back again and again for types that hardly ever happen', () => {
  test('when much of other types is kept, then the database gives none of it, and the place is behind it', async () => {
    const organization = newId('organization')
    const database = await connectMongo(harness.config.mongoUrl)
    cleanup.defer(() => database.destroy())
    const first = await followUntilReady({ organization })
    await publish(organization, 'Ada', 'Bo', 'Cy', 'Di', 'Ed')
    await first.count(6)
    first.leave()
    await database.db?.command({ profile: 2 })
    const query = '?types=queue.paused'
    const again = await followUntilReady({ organization, query, lastEventId: first.events[0]?.id })
    await database.db?.command({ profile: 0 })
    expect(again.events.map(({ id }) => id)).toEqual([expect.stringMatching(/-5$/)])
    const finds = await database
      .collection('system.profile')
      .find({ 'command.find': 'streamed_events', 'command.filter.organization_id': organization })
      .toArray()
    // The oldest that is kept, and nothing of the types.
    expect(finds.map(({ nreturned }) => nreturned)).toEqual([1, 0])
  })
})
