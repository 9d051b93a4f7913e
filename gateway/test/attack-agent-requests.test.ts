import { newId } from '@usher/service-kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { agentAt, SEAT } from './support/agent.ts'
import { startAll } from './support/start.ts'

let all: Awaited<ReturnType<typeof startAll>>
beforeAll(async () => {
  all = await startAll()
})
afterAll(() => all?.[Symbol.asyncDispose]())

/** An agent with a key of its own. */
const agent = (given: Parameters<typeof all.accounts.addKey>[0] = {}) =>
  agentAt(all.url, all.accounts.addKey({ actor: newId('apiKey'), ...given }))

describe('given an agent that names the mode of its data', () => {
  const live = newId('organization')
  const ofTests = `org_test_${live.slice(4)}`

  test.each([
    ['live data', live, 'test'],
    ['test data', ofTests, 'live'],
    ['live data', live, 'Test'],
  ])('when its key opens %s, and it means the other, then nothing is asked', async (_, id, mode) => {
    all.service.reset()
    const answer = await agent({ organization_id: id }).call(SEAT, { headers: { 'usher-mode': mode } })
    expect(answer).toMatchObject({ status: 400, json: { code: 'mode_mismatch' } })
    expect(all.service.received).toEqual([])
  })

  test.each([
    [live, 'live'],
    [ofTests, 'test'],
  ])('when its key opens it, then its tools are called', async (id, mode) => {
    all.service.reset()
    await agent({ organization_id: id }).call(SEAT, { headers: { 'usher-mode': mode } })
    expect(all.service.received).not.toEqual([])
  })
})
