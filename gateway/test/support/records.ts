import { type RequestRecord, requestsRecorded } from '@usher/contracts'
import { type EventCollector, until } from '@usher/test-kit'

/** The records that were published, as a consumer reads them. */
export const recordsIn = ({ events }: EventCollector): RequestRecord[] =>
  events
    .filter(({ type }) => type === requestsRecorded.type)
    .flatMap(({ data }) => requestsRecorded.data.parse(data).records)

/** Waits for so many records. */
export const untilRecorded = (collector: EventCollector, count: number): Promise<RequestRecord[]> =>
  until(`${count} records`, () => {
    const records = recordsIn(collector)
    return records.length >= count && records
  })
