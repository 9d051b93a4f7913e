import type { RequestRecord } from '@usher/contracts'
import fc from 'fast-check'
import { countRequests, rollUp, type UsageCount } from './count.ts'

const record = fc.record({
  request_id: fc.constant('r'),
  at: fc
    .date({
      min: new Date('2026-11-19T22:00:00Z'),
      max: new Date('2026-11-21T02:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => date.toISOString()),
  organization_id: fc.constantFrom('org_1', 'org_2'),
  actor: fc.constantFrom('key_1', 'key_2'),
  operation: fc.constantFrom('getGuest', 'addGuest'),
  method: fc.constant('GET'),
  status: fc.constantFrom(200, 404),
  code: fc.constant(null),
  duration_ms: fc.double({ min: 0, max: 10_000, noNaN: true }),
  bytes_in: fc.nat(1000),
  bytes_out: fc.nat(1000),
  path_id: fc.constant(null),
  replayed: fc.constant(false),
  version: fc.constantFrom('2026-01-01', '2026-12-01', undefined),
  audit: fc.constant(null),
})

const sumOf = (counts: readonly UsageCount[]) => ({
  requests: counts.reduce((sum, { requests }) => sum + requests, 0),
  bytes_in: counts.reduce((sum, { bytes_in }) => sum + bytes_in, 0),
  bytes_out: counts.reduce((sum, { bytes_out }) => sum + bytes_out, 0),
  latencies: counts.flatMap(({ latency }) => Object.values(latency)).reduce((sum, count) => sum + count, 0),
})

describe('counts of requests', () => {
  test('adds the counts of the gateway to the counts of its records', () => {
    const [one] = fc.sample(record as fc.Arbitrary<RequestRecord>, 1) as [RequestRecord]
    const { actor, operation, status, version } = one
    const minute = `${one.at.slice(0, 16)}:00.000Z`
    const figures = { requests: 3, bytes_in: 30, bytes_out: 300, latency: { 7: 3 } }
    const counts = [{ minute, actor, operation, status, ...(version && { version }), ...figures }]
    const organizationId = one.organization_id
    const [sum, ...others] = countRequests([{ organizationId, records: [one], counts }])
    expect(others).toEqual([])
    expect(sum).toMatchObject({ organization_id: organizationId, requests: 4, bytes_in: 30 + one.bytes_in })
    expect(sumOf([sum as UsageCount]).latencies).toBe(4)
  })

  test('counts by minute, hour and day each include every record exactly once', () => {
    fc.assert(
      fc.property(fc.array(record as fc.Arbitrary<RequestRecord>), (records) => {
        const minutes = countRequests([{ organizationId: 'org_1', records, counts: [] }])
        const hours = rollUp(minutes, 'hour')
        const expected = {
          requests: records.length,
          bytes_in: records.reduce((sum, { bytes_in }) => sum + bytes_in, 0),
          bytes_out: records.reduce((sum, { bytes_out }) => sum + bytes_out, 0),
          latencies: records.length,
        }
        for (const counts of [minutes, hours, rollUp(hours, 'day')]) {
          expect(sumOf(counts)).toEqual(expected)
          expect(new Set(counts.map(({ _id }) => _id)).size).toBe(counts.length)
        }
        for (const { organization_id, actor, operation, status, version, start, requests } of hours) {
          const same = records.filter(
            (one) =>
              one.organization_id === organization_id &&
              one.actor === actor &&
              one.operation === operation &&
              one.status === status &&
              one.version === version &&
              one.at.slice(0, 13) === start.toISOString().slice(0, 13),
          )
          expect(requests).toBe(same.length)
        }
      }),
    )
  })
})
