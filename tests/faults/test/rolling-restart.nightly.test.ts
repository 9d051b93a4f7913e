import { until } from '@usher/test-kit'
import { noneFailed } from '../src/check.ts'
import { type Follower, follow } from '../src/follower.ts'
import { type Load, startLoad } from '../src/load.ts'
import { type Replicated, replaceAll, startReplicated } from '../src/replicated.ts'

let usher: Replicated
let load: Load
let follower: Follower
beforeAll(async () => {
  usher = await startReplicated({ replicas: 2, gateways: 2, log: () => {} })
  load = await startLoad({ ...usher.plan, demo: usher.demo }, { pauseMs: 300 })
  follower = follow(load.caller, load.venue.queueId)
})
afterAll(async () => {
  await follower?.stop()
  await load?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

const moreDone = () => {
  const enough = load.record.done.length + 20
  return until('more requests', () => load.record.done.length >= enough)
}

describe('two replicas of each service and two gateways under load', () => {
  test('replacing all services one by one fails no request, and loses or doubles nothing', async () => {
    await moreDone()
    for (const service of usher.services) await replaceAll(usher, service)
    await moreDone()
    const findings = [await follower.stop(), ...(await load.finish()), noneFailed(load.record)]
    expect(findings.filter(({ wrong }) => wrong.length > 0)).toEqual([])
  }, 600_000)
})
