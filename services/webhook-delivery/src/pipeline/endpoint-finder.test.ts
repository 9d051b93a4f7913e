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

describe('given events of an organisation', () => {
  test('when they happened before its endpoints were looked for, then one query serves them', async () => {
    const { queries, find } = givenFinder()
    const before = Date.now() - 2_000
    await Promise.all([find(before), find(before), find(before, 'org_2')])
    await find(before)
    expect(queries.flat().sort()).toEqual(['org_1', 'org_2'])
  })

  test('when one happened afterwards, then they are looked for again', async () => {
    const { queries, find } = givenFinder()
    await find(Date.now() - 2_000)
    await find(Date.now() + 1)
    expect(queries).toEqual([['org_1'], ['org_1']])
  })

  test('when one seems to have happened before, by a clock that may be behind, then they are looked for again', async () => {
    const { queries, find } = givenFinder()
    await find(Date.now() - 2_000)
    await find(Date.now() - 500)
    expect(queries).toEqual([['org_1'], ['org_1']])
  })

  test('when the clock of the process is ahead and one happened afterwards, then they are looked for again', async () => {
    const aheadMs = 600_000
    const { queries, find } = givenFinder(aheadMs)
    await find(Date.now() - aheadMs - 2_000)
    await find(Date.now() - aheadMs + 1_000)
    expect(queries).toEqual([['org_1'], ['org_1']])
  })
})
