import { OPERATIONS } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { aRequestRecord, requestsEvent } from '@usher/test-kit'
import fc from 'fast-check'
import { startWithTrail } from './support/audit.ts'

const mutating = OPERATIONS.filter(({ method }) => method !== 'get')

/** Events of two organisations with requests at any times, some of them published several times. */
const floods = fc.array(
  fc.record({
    organization: fc.nat({ max: 1 }),
    requests: fc.array(fc.record({ operation: fc.constantFrom(...mutating), second: fc.nat({ max: 59 }) }), {
      minLength: 1,
      maxLength: 4,
    }),
    copies: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 20, maxLength: 60 },
)

describe('several replicas that write the audit trail', () => {
  test('events at once, some repeated, leave no fork, gap or duplicate in any chain', async () => {
    await using all = await startWithTrail()
    await all.replica()
    await all.replica()
    await fc.assert(
      fc.asyncProperty(floods, async (flood) => {
        const organizations = [newId('organization'), newId('organization')] as const
        const events = flood.map(({ organization, requests, copies }) => {
          const organization_id = organizations[organization] ?? organizations[0]
          const records = requests.map(({ operation, second }) =>
            aRequestRecord(operation, {
              organization_id,
              at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
            }),
          )
          return { event: requestsEvent(records), records, copies }
        })
        await all.publish(
          ...events.flatMap(({ event, copies }) => Array.from({ length: copies }, () => event)),
        )
        for (const organization of organizations) {
          const expected = events
            .flatMap(({ records }) => records)
            .filter(({ organization_id }) => organization_id === organization)
            .map(({ request_id }) => request_id)
          const trail = await all.recorded(organization, expected.length)
          expect(trail.map(({ request_id }) => request_id).sort()).toEqual(expected.sort())
          expect(trail.map(({ number }) => number)).toEqual(expected.map((_, i) => expected.length - i))
          const { code, text } = await all.verify(undefined, '--organization', organization)
          expect([code, JSON.parse(text).verified]).toEqual([0, expected.length])
        }
      }),
      { numRuns: 8 },
    )
  })

  test('requests recorded together are ordered by their times', async () => {
    await using all = await startWithTrail()
    const { organizationId: organization_id } = all
    const seconds = [5, 1, 4, 2, 3]
    await all.record(
      ...seconds.map((second) =>
        aRequestRecord(mutating[0] as (typeof mutating)[0], {
          organization_id,
          at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
        }),
      ),
    )
    const trail = await all.recorded(organization_id, 5)
    expect(trail.map(({ at }) => new Date(at).getUTCSeconds())).toEqual([5, 4, 3, 2, 1])
  })
})
