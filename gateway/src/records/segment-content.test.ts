import { cloudEventSchema, operations, type RequestRecord, requestsRecorded } from '@usher/contracts'
import { bucketOf, newId } from '@usher/service-kit'
import { goldenEvents } from '@usher/test-kit'
import fc from 'fast-check'
import { contentOf } from './segment-content.ts'

const segmentEvents = (name: string, text: string) => contentOf(text).events(name)

const golden = goldenEvents().find(({ type }) => type === requestsRecorded.type)
const [template] = requestsRecorded.data.parse(golden?.data).records as [RequestRecord]
const organizations = [newId('organization'), newId('organization'), newId('organization')]

const textOf = (records: readonly RequestRecord[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

const recordsOf = (senders: readonly number[]): RequestRecord[] =>
  senders.map((sender, index) => ({
    ...template,
    organization_id: organizations[sender % 3] as string,
    request_id: `r${index}`,
    // The greater half are reads.
    audit: sender < 3 ? template.audit : null,
  }))

describe('the events of a segment', () => {
  test("puts each organisation's requests in one event: audited ones in order, reads as counts and samples", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { maxLength: 50 }), (senders) => {
        const records = recordsOf(senders)
        const events = segmentEvents('s', textOf(records))
        expect(new Set(events.map(({ organizationid }) => organizationid)).size).toBe(events.length)
        for (const event of events) {
          cloudEventSchema.parse(event)
          const own = records.filter(({ organization_id }) => organization_id === event.organizationid)
          const data = requestsRecorded.data.parse(event.data)
          expect(data.records).toEqual(own.filter(({ audit }) => audit))
          expect(data.samples).toEqual(own.filter(({ audit }) => !audit))
          const reads = own.filter(({ audit }) => !audit).length
          const { actor, operation, status, bytes_in, bytes_out, duration_ms } = template
          const counted = {
            ...{ minute: `${template.at.slice(0, 16)}:00.000Z`, actor, operation, status, requests: reads },
            ...{ bytes_in: bytes_in * reads, bytes_out: bytes_out * reads },
            latency: { [bucketOf(duration_ms)]: reads },
          }
          expect(data.counts).toEqual(reads > 0 ? [counted] : [])
        }
        expect(events).toHaveLength(new Set(senders.map((sender) => sender % 3)).size)
      }),
    )
  })

  test('gives the same segment the same event ids, and another segment other ids', () => {
    const text = textOf(recordsOf([0, 1]))
    const ids = (name: string) => segmentEvents(name, text).map(({ id }) => id)
    expect(ids('one')).toEqual(ids('one'))
    expect(new Set([...ids('one'), ...ids('two')]).size).toBe(4)
  })

  test('reads the complete lines of a segment and skips a torn last line', () => {
    const text = textOf(recordsOf([0, 0]))
    for (const end of [text.length - 1, text.length - 20, text.length - 200]) {
      const [event] = segmentEvents('s', `${text}${text.slice(0, 1)}`.slice(0, end))
      expect(requestsRecorded.data.parse(event?.data).records.length).toBeGreaterThanOrEqual(1)
    }
    expect(segmentEvents('s', '{"torn')).toEqual([])
  })
})

describe('the request samples of a segment', () => {
  const samplesOf = (records: readonly Partial<RequestRecord>[]) =>
    segmentEvents('s', textOf(records.map((one) => ({ ...template, audit: null, ...one })))).map(
      ({ data }) => requestsRecorded.data.parse(data).samples,
    )

  test('samples the first 100 successful reads and, separately, the first 100 failed ones', () => {
    const reads = Array.from({ length: 250 }, (_, i) => ({
      request_id: `r${i}`,
      status: i < 150 ? 200 : 404,
    }))
    const [samples = []] = samplesOf(reads)
    expect(samples.map(({ request_id }) => request_id)).toEqual(
      [...reads.slice(0, 100), ...reads.slice(150, 250)].map(({ request_id }) => request_id),
    )
  })

  test('limits the samples of one segment to 1,000 across all organisations', () => {
    const reads = Array.from({ length: 20 }, () => newId('organization')).flatMap((organization_id) =>
      Array.from({ length: 90 }, () => ({ organization_id, status: 200 })),
    )
    expect(samplesOf(reads).flat()).toHaveLength(1_000)
  })

  test('takes no samples of reads of the request log itself', () => {
    expect(samplesOf([{ operation: operations.listRequests.id }])).toEqual([[]])
  })
})
