import { cloudEventSchema, operations, type RequestRecord, requestsRecorded } from '@usher/contracts'
import { bucketOf, newId } from '@usher/service-kit'
import { goldenEvents } from '@usher/test-kit'
import fc from 'fast-check'
import { RecordBatch } from './record-batch.ts'

const golden = goldenEvents().find(({ type }) => type === requestsRecorded.type)
const [template] = requestsRecorded.data.parse(golden?.data).records as [RequestRecord]
const organizations = [newId('organization'), newId('organization'), newId('organization')]

function batchOf(records: readonly Partial<RequestRecord>[]): RecordBatch {
  const batch = new RecordBatch()
  for (const record of records) batch.add({ ...template, ...record })
  return batch
}

const dataOf = (batch: RecordBatch) => batch.events().map(({ data }) => requestsRecorded.data.parse(data))

const recordsOf = (senders: readonly number[]): RequestRecord[] =>
  senders.map((sender, index) => ({
    ...template,
    organization_id: organizations[sender % 3] as string,
    request_id: `r${index}`,
    // The greater half are reads.
    audit: sender < 3 ? template.audit : null,
  }))

const lostRequest = fc
  .record({
    organization: fc.constantFrom(...organizations),
    isAudited: fc.boolean(),
    at: fc.date({ min: new Date(0), max: new Date('2030-01-01'), noInvalidDate: true }),
  })
  .map(({ organization, isAudited, at }): RequestRecord => {
    const audit = isAudited ? template.audit : null
    return { ...template, organization_id: organization, at: at.toISOString(), audit }
  })

describe('the events of a batch', () => {
  test("put each organisation's requests in one event: audited ones in order, reads as counts and samples", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 50 }), (senders) => {
        const records = recordsOf(senders)
        const batch = batchOf(records)
        const events = batch.events()
        expect(new Set(events.map(({ organizationid }) => organizationid)).size).toBe(events.length)
        let entries = 0
        for (const event of events) {
          cloudEventSchema.parse(event)
          const own = records.filter(({ organization_id }) => organization_id === event.organizationid)
          const data = requestsRecorded.data.parse(event.data)
          expect(data.records).toEqual(own.filter(({ audit }) => audit))
          expect(data.samples).toEqual(own.filter(({ audit }) => !audit))
          const reads = own.filter(({ audit }) => !audit).length
          const { actor, operation, status, bytes_in, bytes_out, duration_ms } = template
          const counted = {
            minute: `${template.at.slice(0, 16)}:00.000Z`,
            actor,
            operation,
            status,
            requests: reads,
            bytes_in: bytes_in * reads,
            bytes_out: bytes_out * reads,
            latency: { [bucketOf(duration_ms)]: reads },
          }
          expect(data.counts).toEqual(reads > 0 ? [counted] : [])
          entries += data.records.length + data.samples.length + data.counts.length
        }
        expect(events).toHaveLength(new Set(senders.map((sender) => sender % 3)).size)
        expect([batch.requests, batch.entries]).toEqual([records.length, entries])
      }),
    )
  })

  test('have the same ids each time, and other ids than those of another batch', () => {
    const [one, other] = [batchOf(recordsOf([0, 1])), batchOf(recordsOf([0, 1]))]
    const ids = (batch: RecordBatch) => batch.events().map(({ id }) => id)
    expect(ids(one)).toEqual(ids(one))
    expect(new Set([...ids(one), ...ids(other)]).size).toBe(4)
  })

  test('are full at 200 audited records of one organisation', () => {
    const batch = batchOf(recordsOf(Array.from({ length: 199 }, () => 0)))
    expect(batch.isFull).toBe(false)
    batch.add({ ...template, organization_id: organizations[0] as string })
    expect(batch.isFull).toBe(true)
    expect(dataOf(batch)[0]?.records).toHaveLength(200)
  })

  test('report each lost request once for its organisation, with the first and last time', () => {
    fc.assert(
      fc.property(fc.array(lostRequest, { maxLength: 50 }), (records) => {
        const batch = new RecordBatch()
        for (const record of records) batch.lose(record)
        const byOrganization = Map.groupBy(records, ({ organization_id }) => organization_id)
        expect(batch.events().map(({ organizationid }) => organizationid)).toEqual([...byOrganization.keys()])
        expect([batch.requests, batch.entries, batch.isEmpty]).toEqual([0, 0, records.length === 0])
        expect(dataOf(batch)).toEqual(
          [...byOrganization.values()].map((own) => {
            const times = own.map(({ at }) => at).sort()
            const audited = own.filter(({ audit }) => audit).length
            const lost = { requests: own.length, audited, from: times[0], until: times.at(-1) }
            return { records: [], counts: [], samples: [], lost }
          }),
        )
      }),
    )
  })
})

describe('the request samples of a batch', () => {
  const samplesOf = (records: readonly Partial<RequestRecord>[]) =>
    dataOf(batchOf(records.map((one) => ({ audit: null, ...one })))).map(({ samples }) => samples)

  test('are the first 100 successful reads and, separately, the first 100 failed ones', () => {
    const reads = Array.from({ length: 250 }, (_, i) => ({
      request_id: `r${i}`,
      status: i < 150 ? 200 : 404,
    }))
    const [samples = []] = samplesOf(reads)
    expect(samples.map(({ request_id }) => request_id)).toEqual(
      [...reads.slice(0, 100), ...reads.slice(150, 250)].map(({ request_id }) => request_id),
    )
  })

  test('are at most 1,000 across all organisations', () => {
    const reads = Array.from({ length: 20 }, () => newId('organization')).flatMap((organization_id) =>
      Array.from({ length: 90 }, () => ({ organization_id, status: 200 })),
    )
    expect(samplesOf(reads).flat()).toHaveLength(1_000)
  })

  test('do not include reads of the request log itself', () => {
    expect(samplesOf([{ operation: operations.listRequests.id }])).toEqual([[]])
  })
})
