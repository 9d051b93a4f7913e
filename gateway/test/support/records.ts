import { type RequestCount, type RequestRecord, requestsRecorded } from '@usher/contracts'
import { type EventCollector, until } from '@usher/test-kit'

const dataOf = ({ events }: EventCollector) =>
  events
    .filter(({ type }) => type === requestsRecorded.type)
    .map(({ data }) => requestsRecorded.data.parse(data))

/** The records that were published, as a consumer reads them. */
export const recordsIn = (collector: EventCollector): RequestRecord[] =>
  dataOf(collector).flatMap(({ records }) => records)

/** Waits for so many records. */
export const untilRecorded = (collector: EventCollector, count: number): Promise<RequestRecord[]> =>
  until(`${count} records`, () => {
    const records = recordsIn(collector)
    return records.length >= count && records
  })

/** Waits for so many requests that are counted and told of singly besides. */
export const untilSampled = (collector: EventCollector, count: number): Promise<RequestRecord[]> =>
  until(`${count} samples`, () => {
    const samples = dataOf(collector).flatMap((data) => data.samples)
    return samples.length >= count && samples
  })

/** Waits for so many requests that are counted without a record; gives the counts. */
export const untilCounted = (collector: EventCollector, requests: number): Promise<RequestCount[]> =>
  until(`${requests} counted requests`, () => {
    const counts = dataOf(collector).flatMap((data) => data.counts)
    return counts.reduce((sum, count) => sum + count.requests, 0) >= requests && counts
  })
