import { type LostRequests, operations, REQUESTS_LOST } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { aRequestRecord, lostEvent, until } from '@usher/test-kit'
import { startWithTrail } from './support/audit.ts'

let all: Awaited<ReturnType<typeof startWithTrail>>
beforeAll(async () => {
  all = await startWithTrail()
})
afterAll(() => all[Symbol.asyncDispose]())

const LOST: LostRequests = {
  requests: 90,
  audited: 69,
  from: '2026-11-21T11:58:00.000Z',
  until: '2026-11-21T11:59:30.000Z',
}

const aWrite = (organization_id: string) => aRequestRecord(operations.seatGuest, { organization_id })

const usageOf = async (organizationId: string, query: string) =>
  (await all.auditorOf(organizationId)('GET', `/account/usage?${query}`)).body

const DAY = 'from=2026-11-21T00:00:00Z&to=2026-11-22T00:00:00Z'

describe('requests that the gateway could not record', () => {
  test('a loss reported twice appears once in the trail, with its number and time, and is chained', async () => {
    const [organizationId, other] = [newId('organization'), newId('organization')]
    const event = lostEvent(organizationId, LOST)
    await all.publish(event, lostEvent(other, { ...LOST, audited: 1 }))
    await all.recorded(organizationId, 1)
    await all.publish(event)
    await all.record(aWrite(organizationId))
    const [last, first, ...more] = await all.recorded(organizationId, 2)
    expect([last?.action, first, more]).toMatchObject([
      'seatGuest',
      {
        number: 1,
        at: LOST.until,
        actor: 'system',
        action: REQUESTS_LOST,
        outcome: 'failed',
        resource: null,
        changes: {
          lost_requests: { before: null, after: 69 },
          from: { after: LOST.from },
          until: { after: LOST.until },
        },
        request_id: event.id,
      },
      [],
    ])
    expect(last?.previous_hash).toBe(first?.hash)
    expect((await all.recorded(other, 1))[0]?.changes).toMatchObject({ lost_requests: { after: 1 } })

    for (const format of ['csv', 'jsonl']) {
      const path = `/account/audit/export?format=${format}&action=${REQUESTS_LOST}`
      const { body } = await all.auditorOf(organizationId)('GET', path)
      expect(body).toMatch(/requests\.lost.*lost_requests/)
    }
  })

  test('verifying the trail counts the lost requests and detects a changed number', async () => {
    const organizationId = newId('organization')
    await all.publish(lostEvent(organizationId, LOST), lostEvent(organizationId, { ...LOST, audited: 1 }))
    await all.record(aWrite(organizationId))
    await all.recorded(organizationId, 3)
    const verify = () => all.verify(undefined, '--organization', organizationId)
    const { code, text, notes } = await verify()
    expect([code, JSON.parse(text)]).toMatchObject([0, { ok: true, verified: 3, lost_requests: 70 }])
    expect(notes).toContain(`The audit trail of ${organizationId} lacks 70 requests`)
    const records = all.database.collection('audit_records')
    const found = { organization_id: organizationId, action: REQUESTS_LOST }
    await records.updateOne(found, { $set: { changes: '{"lost_requests":{"before":null,"after":0}}' } })
    const changed = await verify()
    expect([changed.code, JSON.parse(changed.text).wrong.kind]).toEqual([1, 'changed'])
  })

  test('lost reads add no trail entry; usage shows all lost requests of its period', async () => {
    const organizationId = newId('organization')
    const event = lostEvent(organizationId, { ...LOST, requests: 21, audited: 0 })
    await all.publish(event, event)
    await all.publish(lostEvent(organizationId, { ...LOST, from: LOST.until }))
    await all.recorded(organizationId, 1)
    const lost = await until('both', async () => {
      const found = (await usageOf(organizationId, DAY)).lost
      return found?.requests === 111 && found
    })
    expect(lost).toEqual({ requests: 111, from: LOST.from, until: LOST.until })
    const before = 'from=2026-11-20T00:00:00Z&to=2026-11-21T00:00:00Z'
    expect((await usageOf(organizationId, before)).lost).toBeNull()
    expect((await usageOf(newId('organization'), DAY)).lost).toBeNull()
    expect(await all.trailOf(organizationId)).toHaveLength(1)
  })
})
