import type { CloudEvent } from '@usher/contracts'
import { createEndpointFinder } from './endpoint-finder.ts'

/** @param aheadMs how far the clock of the process is ahead of the database's */
function givenFinder(aheadMs = 0) {
  const queries: string[][] = []
  const find = createEndpointFinder({
    clock: { now: () => new Date(Date.now() - aheadMs) },
    endpoints: {
      findTaking: async (organizationIds) => {
        queries.push([...organizationIds])
        return []
      },
    },
  })
  const eventAt = (ms: number, organizationid = 'org_1') =>
    ({ organizationid, time: new Date(ms).toISOString() }) as CloudEvent
  return { queries, find: (ms: number, organization?: string) => find(eventAt(ms, organization)) }
}

describe('finding the endpoints of an organisation', () => {
  test('takes one query for events from before the last query', async () => {
    const { queries, find } = givenFinder()
    const before = Date.now() - 2_000
    await Promise.all([find(before), find(before), find(before, 'org_2')])
    await find(before)
    expect(queries.flat().sort()).toEqual(['org_1', 'org_2'])
  })

  test('queries again for an event from after the last query', async () => {
    const { queries, find } = givenFinder()
    await find(Date.now() - 2_000)
    await find(Date.now() + 1)
    expect(queries).toEqual([['org_1'], ['org_1']])
  })

  test('queries again for an event so recent that its clock may be behind', async () => {
    const { queries, find } = givenFinder()
    await find(Date.now() - 2_000)
    await find(Date.now() - 500)
    expect(queries).toEqual([['org_1'], ['org_1']])
  })

  test("queries again for a later event when the process clock differs from the database's", async () => {
    const aheadMs = 600_000
    const { queries, find } = givenFinder(aheadMs)
    await find(Date.now() - aheadMs - 2_000)
    await find(Date.now() - aheadMs + 1_000)
    expect(queries).toEqual([['org_1'], ['org_1']])
  })
})
