import { describe, expect, test } from '@jest/globals'
import { cloudEventSchema, type RequestRecord, requestsRecorded } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { goldenEvents } from '@usher/test-kit'
import fc from 'fast-check'
import { segmentEvents } from './segment-events.ts'

const golden = goldenEvents().find(({ type }) => type === requestsRecorded.type)
const [template] = requestsRecorded.data.parse(golden?.data).records as [RequestRecord]
const organizations = [newId('organization'), newId('organization'), newId('organization')]

const textOf = (records: readonly RequestRecord[]) =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('')

const recordsOf = (senders: readonly number[]): RequestRecord[] =>
  senders.map((sender, index) => ({
    ...template,
    organization_id: organizations[sender] as string,
    request_id: `r${index}`,
  }))

describe('the events of a segment', () => {
  test('given any records, then each is in the one event of its organisation, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(2), { maxLength: 50 }), (senders) => {
        const records = recordsOf(senders)
        const events = segmentEvents('s', textOf(records))
        expect(new Set(events.map(({ organizationid }) => organizationid)).size).toBe(events.length)
        for (const event of events) {
          cloudEventSchema.parse(event)
          expect(requestsRecorded.data.parse(event.data).records).toEqual(
            records.filter(({ organization_id }) => organization_id === event.organizationid),
          )
        }
        expect(events).toHaveLength(new Set(senders).size)
      }),
    )
  })

  test('given the same segment twice, then the same identifiers; given another segment, then others', () => {
    const text = textOf(recordsOf([0, 1]))
    const ids = (name: string) => segmentEvents(name, text).map(({ id }) => id)
    expect(ids('one')).toEqual(ids('one'))
    expect(new Set([...ids('one'), ...ids('two')]).size).toBe(4)
  })

  test('given a last line that was torn, then the others count and it does not', () => {
    const text = textOf(recordsOf([0, 0]))
    for (const end of [text.length - 1, text.length - 20, text.length - 200]) {
      const [event] = segmentEvents('s', `${text}${text.slice(0, 1)}`.slice(0, end))
      expect(requestsRecorded.data.parse(event?.data).records.length).toBeGreaterThanOrEqual(1)
    }
    expect(segmentEvents('s', '{"torn')).toEqual([])
  })
})
