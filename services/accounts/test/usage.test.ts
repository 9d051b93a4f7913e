import { requestsRecorded } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { dayAhead, goldenEvents, manage, startOnce, until } from '@usher/test-kit'
import { accountsService } from '../src/service.ts'
import { recorded, startWithUsage, times } from './support/usage.ts'

const shared = startOnce(startWithUsage)
const newEmail = () => `${newId('member')}@usher.test`

const orgOf = ({ account }: { account: { organization: { id: string } } }) => account.organization.id

describe('usage', () => {
  test("shows each organisation its own requests, grouped, and none of another's", async () => {
    const all = await shared()
    const ada = await all.owner(newEmail())
    const bob = await all.owner(newEmail())
    await all.publish([
      recorded(orgOf(ada), [
        ...times(3, {}),
        ...times(2, { actor: 'key_2', status: 404 }),
        { operation: 'addGuest', status: 201, bytes_in: 50 },
      ]),
      recorded(orgOf(bob), times(7, { actor: 'key_9' })),
    ])
    const { data, totals } = await all.untilCounted(ada.call, 6, '?group_by=actor,operation,status')
    expect(
      data.map(({ actor, operation, status, requests, errors, bytes_in, bytes_out }: never) => [
        ...[actor, operation, status],
        ...[requests, errors, bytes_in, bytes_out],
      ]),
    ).toEqual([
      ['key_1', 'addGuest', 201, 1, 0, 50, 100],
      ['key_1', 'getGuest', 200, 3, 0, 3, 300],
      ['key_2', 'getGuest', 404, 2, 2, 2, 200],
    ])
    expect(totals).toMatchObject({ requests: 6, errors: 2, bytes_in: 55, bytes_out: 600 })
    const other = await all.untilCounted(bob.call, 7, '?group_by=actor')
    expect(other.data).toMatchObject([{ actor: 'key_9', requests: 7 }])
    expect((await bob.call('GET', '/account/usage?actor=key_1')).body.totals.requests).toBe(0)
  })

  test('counts only the requests that match the filters', async () => {
    const all = await shared()
    const { call, ...ada } = await all.owner(newEmail())
    await all.publish([
      recorded(orgOf(ada), [{}, { actor: 'key_2' }, { operation: 'addGuest' }, { status: 429 }]),
    ])
    await all.untilCounted(call, 4)
    const count = async (query: string) => (await call('GET', `/account/usage?${query}`)).body.totals.requests
    expect(await count('actor=key_2')).toBe(1)
    expect(await count('operation=addGuest')).toBe(1)
    expect(await count('status=429')).toBe(1)
    expect(await count('status=429&actor=key_2')).toBe(0)
  })

  test('puts late and unordered records into their own intervals', async () => {
    const all = await shared()
    const { call, ...ada } = await all.owner(newEmail())
    // A recent day: the TTL index deletes older minutes.
    const date = dayAhead(-1)
    const at = (time: string) => ({ at: `${date}T${time}Z` })
    await all.publish([recorded(orgOf(ada), [at('10:59:59.999'), at('09:00:00.000')])])
    await all.publish([recorded(orgOf(ada), [at('10:00:00.000'), at('09:00:30.000'), at('10:59:00.000')])])
    const day = `from=${date}T00:00:00Z&to=${dayAhead(0)}T00:00:00Z`
    await all.untilCounted(call, 5, `?${day}`)
    const rows = async (interval: string) =>
      (await call('GET', `/account/usage?${day}&interval=${interval}`)).body.data.map(
        ({ start, requests }: never) => [start, requests],
      )
    expect(await rows('minute')).toEqual([
      [`${date}T09:00:00.000Z`, 2],
      [`${date}T10:00:00.000Z`, 1],
      [`${date}T10:59:00.000Z`, 2],
    ])
    expect(await rows('hour')).toEqual([
      [`${date}T09:00:00.000Z`, 2],
      [`${date}T10:00:00.000Z`, 3],
    ])
    for (const interval of ['day', 'total'])
      expect(await rows(interval)).toEqual([[`${date}T00:00:00.000Z`, 5]])
  })

  test('gives latency percentiles within 2 %, across rows', async () => {
    const all = await shared()
    const { call, ...ada } = await all.owner(newEmail())
    const slow = (duration_ms: number, actor: string) => ({ duration_ms, actor })
    const records = Array.from({ length: 100 }, (_, i) => slow(i + 1, `key_${i % 2}`))
    await all.publish([recorded(orgOf(ada), records)])
    const { totals, data } = await all.untilCounted(call, 100, '?group_by=actor')
    const near = (ms: number, expected: number) => expect(Math.abs(ms / expected - 1)).toBeLessThan(0.0205)
    near(totals.latency_ms.p50, 50)
    near(totals.latency_ms.p95, 95)
    near(totals.latency_ms.p99, 99)
    expect(data).toHaveLength(2)
  })

  test('is empty, with null percentiles, when there are no requests', async () => {
    const all = await shared()
    const { call } = await all.owner(newEmail())
    const { status, body } = await call('GET', '/account/usage')
    expect([status, body.data]).toEqual([200, []])
    expect(body.totals).toEqual({
      ...{ requests: 0, errors: 0, bytes_in: 0, bytes_out: 0 },
      latency_ms: { p50: null, p95: null, p99: null },
    })
    expect(Date.parse(body.as_of)).toBeLessThanOrEqual(Date.parse(body.to))
  })

  test('answers 403 to a host', async () => {
    await using all = await startWithUsage()
    const { call } = await all.owner()
    const host = await all.invited(call, 'host@usher.test', 'host')
    expect(await host.call('GET', '/account/usage')).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    })
  })
})

describe('usage and its events', () => {
  test('counts the golden event', async () => {
    const all = await shared()
    const { call, ...ada } = await all.owner(newEmail())
    const golden = goldenEvents().find(({ type }) => type === requestsRecorded.type)
    // Move the records to a recent day: the TTL index deletes older ones.
    const yesterday = (time: string) => dayAhead(-1) + time.slice(dayAhead(-1).length)
    const given = requestsRecorded.data.parse(golden?.data)
    const own = { organization_id: orgOf(ada) }
    const records = given.records.map((one) => ({ ...one, ...own, at: yesterday(one.at) }))
    const counts = given.counts?.map((one) => ({ ...one, minute: yesterday(one.minute) }))
    await all.publish([{ ...recorded(orgOf(ada), []), data: { records, counts } }])
    const query = `?from=${dayAhead(-1)}T00:00:00Z&to=${dayAhead(0)}T00:00:00Z`
    const { totals } = await all.untilCounted(call, 3, query)
    expect(totals).toMatchObject({ requests: 3, errors: 1, bytes_in: 20, bytes_out: 1264 })
  })

  test('counts a repeated event once', async () => {
    const all = await shared()
    const { call, ...ada } = await all.owner(newEmail())
    const event = recorded(orgOf(ada), times(5, {}))
    await all.publish([event, event])
    await all.untilCounted(call, 5)
    await all.publish([event])
    await all.publish([recorded(orgOf(ada), [{ actor: 'last' }])])
    await until(
      'the last',
      async () => (await call('GET', '/account/usage?actor=last')).body.totals.requests === 1,
    )
    expect((await call('GET', '/account/usage')).body.totals.requests).toBe(6)
  })

  test('two replicas lose no event and count none twice', async () => {
    await using all = await startWithUsage()
    await using _second = await accountsService.start(all.config)
    const { call, ...ada } = await all.owner()
    for (let i = 0; i < 10; i += 1) {
      await all.publish(times(20, null).map(() => recorded(orgOf(ada), times(10, {}))))
    }
    await all.untilCounted(call, 2_000)
    expect((await call('GET', '/account/usage')).body.totals.requests).toBe(2_000)
  })

  test('dead-letters an invalid event and counts the others', async () => {
    await using all = await startWithUsage()
    const { call, ...ada } = await all.owner()
    const good = recorded(orgOf(ada), [{}])
    await all.publish([{ ...good, id: newId('event'), data: { records: [{ status: 'ok' }] } }, good])
    expect((await all.untilCounted(call, 1)).totals.requests).toBe(1)
    const { rabbitManagementUrl, vhost } = all.infrastructure
    await until('the dead letter', async () => {
      const options = { count: 1, ackmode: 'ack_requeue_true', encoding: 'auto' }
      const path = `/api/queues/${vhost}/accounts.usage.dead/get`
      return ((await manage(rabbitManagementUrl, 'POST', path, options)) as unknown[]).length === 1
    })
  })
})
