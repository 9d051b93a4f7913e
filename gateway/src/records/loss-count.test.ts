import { cloudEventSchema, type RequestRecord, requestsRecorded } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { goldenEvents } from '@usher/test-kit'
import fc from 'fast-check'
import { type Loss, LossCount, lossEvents } from './loss-count.ts'

const golden = goldenEvents().find(({ type }) => type === requestsRecorded.type)
const [template] = requestsRecorded.data.parse(golden?.data).records as [RequestRecord]
const organizations = [newId('organization'), newId('organization'), newId('organization')]

const record = fc
  .record({
    organization: fc.constantFrom(...organizations),
    isAudited: fc.boolean(),
    at: fc.date({ min: new Date(0), max: new Date('2030-01-01'), noInvalidDate: true }),
  })
  .map(({ organization, isAudited, at }): RequestRecord => {
    const audit = isAudited ? template.audit : null
    return { ...template, organization_id: organization, at: at.toISOString(), audit }
  })

const countOf = (records: readonly RequestRecord[]): LossCount => {
  const count = new LossCount()
  for (const one of records) count.add(one)
  return count
}

describe('the count of lost requests', () => {
  test('reports each lost request once for its organisation, with the first and last time', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 50 }), fc.boolean(), (records, exact) => {
        const count = countOf(records)
        expect(count.requests).toBe(records.length)
        const byOrganization = Map.groupBy(records, ({ organization_id }) => organization_id)
        const events = lossEvents({ name: 'batch', exact, losses: count.losses })
        expect(events.map(({ organizationid }) => organizationid)).toEqual([...byOrganization.keys()])
        for (const event of events) {
          cloudEventSchema.parse(event)
          const own = byOrganization.get(event.organizationid) ?? []
          const times = own.map(({ at }) => at).sort()
          expect(requestsRecorded.data.parse(event.data)).toEqual({
            ...{ records: [], counts: [], samples: [] },
            lost: {
              requests: own.length,
              audited: own.filter(({ audit }) => audit).length,
              from: times[0],
              until: times.at(-1),
              exact,
            },
          })
        }
      }),
    )
  })

  test('signals only the first lost request of each organisation', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 50 }), (records) => {
        const count = new LossCount()
        const firsts = records.filter((one) => count.add(one)).map(({ organization_id }) => organization_id)
        expect(firsts).toEqual([...new Set(records.map(({ organization_id }) => organization_id))])
      }),
    )
  })

  test('gives the same batch the same event ids, and another batch other ids', () => {
    const losses: Loss[] = countOf(fc.sample(record, 20)).losses
    const ids = (name: string) => lossEvents({ name, exact: true, losses }).map(({ id }) => id)
    expect(ids('one')).toEqual(ids('one'))
    expect(new Set([...ids('one'), ...ids('two')]).size).toBe(2 * losses.length)
  })
})
