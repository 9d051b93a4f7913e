import { newId } from '@usher/service-kit'
import { type EventReader, until } from '@usher/test-kit'
import { KEPT_MS, namesOf, useEventStreams } from './event-streams.ts'

const { follow, followUntilReady, harness, openDatabase, publish } = useEventStreams()

const untilHeard = (stream: EventReader, name: string) =>
  until(`the event of ${name}`, () => namesOf(stream).includes(name))

describe('resuming an event stream', () => {
  test('gives all events since the last one, each once, from any replica', async () => {
    const organization = newId('organization')
    const first = await followUntilReady({ organization })
    await publish(organization, 'Ada', 'Bo')
    await first.count(3)
    first.leave()
    await publish(organization, 'Cy', 'Di')
    const { url } = await harness().start()
    const resumed = await follow({ organization, lastEventId: first.lastEventId, url })
    await untilHeard(resumed, 'Di')
    await publish(organization, 'Ed')
    await untilHeard(resumed, 'Ed')
    expect(namesOf(resumed)).toEqual(['Cy', 'Di', 'Ed'])
    expect(resumed.events.map(({ name }) => name)).not.toContain('missed')
    const again = await follow({ organization, lastEventId: first.events[1]?.id })
    await untilHeard(again, 'Ed')
    expect(namesOf(again)).toEqual(['Bo', 'Cy', 'Di', 'Ed'])
  })

  test('works from the ID of `ready` or of a heartbeat, without any event received', async () => {
    const organization = newId('organization')
    const first = await followUntilReady({ organization, query: '?types=queue.paused' })
    const readyId = first.lastEventId
    await publish(organization, 'Ada')
    await until('the heartbeat after the guest', async () => {
      await harness().service.jobs.streams.run()
      await harness().service.jobs.heartbeats.run()
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

  test('starts with `missed` when the last event has expired, followed by those still stored', async () => {
    const organization = newId('organization')
    const first = await followUntilReady({ organization })
    await publish(organization, 'Ada')
    await first.count(2)
    await harness().service.jobs.heartbeats.run()
    const lastEventId = first.lastEventId
    harness().clock.advance(KEPT_MS - 60_000)
    await harness().service.jobs.heartbeats.run()
    await publish(organization, 'Bo')
    await first.count(3)
    harness().clock.advance(60_000)
    await publish(organization, 'Cy')
    const late = await follow({ organization, lastEventId: `${lastEventId?.split('-')[0]}-0` })
    await untilHeard(late, 'Cy')
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
  ])('starts with `missed` for a last event ID %s', async (_, find) => {
    const stream = await follow({ organization: newId('organization'), lastEventId: await find() })
    expect((await stream.count(1))[0]?.name).toBe('missed')
  })
})

describe('an event stream that fails at its start', () => {
  test('does not count towards the limit of open streams, even after 11 failures', async () => {
    const organization = newId('organization')
    const kept = (await openDatabase()).collection('streamed_events')
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
  test('filtering by a rare type reads no stored events of other types and starts after them', async () => {
    const organization = newId('organization')
    const database = await openDatabase()
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
