import { operations, type RequestRecord } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { aRequestRecord, requestsEvent, startOnce } from '@usher/test-kit'
import { startWithTrail } from './support/audit.ts'

const shared = startOnce(startWithTrail)
const start = async () => ({ ...(await shared()), organizationId: newId('organization') })

const { seatGuest, getQueue } = operations

const MEMBER = newId('member')

describe('the audit trail', () => {
  test('an entry has the actor, action, resource, changes, address and user agent of the request', async () => {
    const all = await start()
    const organization_id = all.organizationId
    const changes = { status: { before: 'waiting', after: 'seated' } }
    const resource = newId('guest')
    const record = aRequestRecord(seatGuest, {
      organization_id,
      audit: {
        ...{ resource, changes, address: '192.0.2.7', user_agent: 'Till/2' },
        ...{ on_behalf_of: MEMBER, via: 'mcp' },
      },
    })
    await all.record(record)
    const [found] = await all.recorded(organization_id, 1)
    expect(found).toEqual({
      id: expect.stringMatching(/^aud_/),
      number: 1,
      at: record.at,
      actor: record.actor,
      actor_name: null,
      action: 'seatGuest',
      outcome: 'accepted',
      status: 200,
      code: null,
      resource,
      changes,
      address: '192.0.2.7',
      user_agent: 'Till/2',
      ...{ on_behalf_of: MEMBER, on_behalf_of_name: null, via: 'mcp' },
      request_id: record.request_id,
      duration_ms: 12.5,
      key_id: 'test',
      previous_hash: '0'.repeat(64),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(operations.listAuditRecords.answer.parse({ data: [found], next_cursor: null }).data).toEqual([
      found,
    ])
  })

  test('leaves out requests that could change nothing', async () => {
    const all = await start()
    const { organizationId: organization_id } = all
    await all.record(
      aRequestRecord(getQueue, { organization_id, audit: null }),
      aRequestRecord(seatGuest, { organization_id }),
    )
    expect((await all.recorded(organization_id, 1)).map(({ action }) => action)).toEqual(['seatGuest'])
  })

  test('enters the requests of a repeated event once', async () => {
    const all = await start()
    const organization_id = all.organizationId
    const event = requestsEvent([aRequestRecord(seatGuest, { organization_id })])
    await all.publish(event, event)
    await all.publish(event)
    await all.record(aRequestRecord(seatGuest, { organization_id, actor: 'last' }))
    const trail = await all.recorded(organization_id, 2)
    expect(trail.map(({ actor }) => actor)).toEqual(['last', expect.stringMatching(/^mem_/)])
  })

  test('keeps all requests that share one client-chosen request id', async () => {
    const all = await start()
    const given = { organization_id: all.organizationId, actor: newId('apiKey'), request_id: 'mine' }
    await all.record(...Array.from({ length: 5 }, () => aRequestRecord(seatGuest, given)))
    await all.record(aRequestRecord(seatGuest, given))
    expect((await all.recorded(all.organizationId, 6)).map(({ number }) => number)).toEqual([
      6, 5, 4, 3, 2, 1,
    ])
  })

  test('shows another organisation nothing, not even through a filter', async () => {
    const all = await start()
    const { organizationId: organization_id } = all
    const record = aRequestRecord(seatGuest, { organization_id })
    await all.record(record)
    await all.recorded(organization_id, 1)
    const other = newId('organization')
    expect(await all.trailOf(other)).toEqual([])
    expect(await all.trailOf(other, `&actor=${record.actor}`)).toEqual([])
    const exported = await all.auditorOf(other)('GET', '/account/audit/export?format=jsonl')
    expect([exported.status, exported.body]).toEqual([200, ''])
    const sneaky = await all.auditorOf(other)('GET', `/account/audit?organization_id=${organization_id}`)
    expect(sneaky.status).toBe(400)
  })

  test('answers 403 to a host and 200 to a manager', async () => {
    const all = await start()
    for (const path of ['/account/audit', '/account/audit/export']) {
      const host = await all.auditorOf(all.organizationId, 'host')('GET', path)
      expect([host.status, host.body.code]).toEqual([403, 'insufficient_scope'])
      expect((await all.auditorOf(all.organizationId, 'manager')('GET', path)).status).toBe(200)
    }
  })

  test('each filter finds its own entries, across pages', async () => {
    const all = await start()
    const organization_id = all.organizationId
    const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
    const resource = newId('guest')
    const audit = { resource, changes: {}, address: null, user_agent: null }
    const given: Partial<RequestRecord>[] = [
      { at: at(1), actor: 'a' },
      { at: at(2), actor: 'b', status: 409, code: 'invalid_transition' },
      { at: at(3), actor: 'a', status: 503, code: 'service_unavailable', audit },
      { at: at(4), actor: 'a', operation: 'notifyGuest', request_id: 'mine' },
    ]
    await all.record(
      ...given.toReversed().map((one) => aRequestRecord(seatGuest, { organization_id, ...one })),
    )
    await all.recorded(organization_id, 4)
    const numbers = async (query: string, limit?: number) =>
      (await all.trailOf(organization_id, query, limit)).map(({ number }) => number)
    expect(await numbers('')).toEqual([4, 3, 2, 1])
    expect(await numbers('&actor=a', 1)).toEqual([4, 3, 1])
    expect(await numbers('&action=notifyGuest')).toEqual([4])
    expect(await numbers(`&resource=${resource}`)).toEqual([3])
    expect(await numbers('&outcome=refused')).toEqual([2])
    expect(await numbers('&outcome=failed')).toEqual([3])
    expect(await numbers('&request_id=mine')).toEqual([4])
    expect(await numbers(`&from=${at(2)}&to=${at(4)}`, 1)).toEqual([3, 2])
    expect(await numbers(`&actor=a&outcome=accepted&to=${at(4)}`)).toEqual([1])
    const call = all.auditorOf(organization_id)
    const page = await call('GET', '/account/audit?limit=1&actor=a')
    const elsewhere = await call('GET', `/account/audit?limit=1&actor=b&cursor=${page.body.next_cursor}`)
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'invalid_cursor'])
    expect((await call('GET', '/account/audit?from=yesterday')).status).toBe(400)
    expect((await call('GET', '/account/audit?outcome=maybe')).status).toBe(400)
  })

  test('ignores an event that holds requests of another organisation', async () => {
    const all = await start()
    const { organizationId: organization_id } = all
    const wrong = requestsEvent([aRequestRecord(seatGuest, { organization_id: newId('organization') })])
    await all.publish(
      { ...wrong, organizationid: organization_id },
      requestsEvent([aRequestRecord(seatGuest, { organization_id })]),
    )
    expect(await all.recorded(organization_id, 1)).toHaveLength(1)
  })
})
