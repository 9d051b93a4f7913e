import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Agent, connectAgent } from './mcp/agent.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let agent: Agent
beforeAll(async () => {
  usher = await useSharedUsher()
  agent = await connectAgent(usher.stack.url, usher.demo.api_key)
})
afterAll(async () => {
  await agent?.[Symbol.asyncDispose]()
  await usher?.[Symbol.asyncDispose]()
})

const newQueue = async (given: object = {}): Promise<string> =>
  (await usher.api('POST', '/v1/queues', { body: { name: 'Terrace', ...given } })).body.id

describe('given an agent with an API key', () => {
  test('when it works on a line, then guests come in by its tools and are called in their order', async () => {
    const queue_id = await newQueue()
    const { result: ada } = await agent.use('add_guest', { queue_id, name: 'Ada', party_size: 2 })
    expect(ada).toMatchObject({ name: 'Ada', position: 1, status: 'waiting' })
    const { result: bob } = await agent.use('add_guest', { queue_id, name: 'Bob' })
    const { result: line } = await agent.use('get_line', { queue_id })
    expect(line.data.map(({ name }: { name: string }) => name)).toEqual(['Ada', 'Bob'])
    const { result: called } = await agent.use('call_next', { queue_id, desk: 'Counter 3' })
    expect(called).toMatchObject({ id: ada.id, status: 'notified', desk: 'Counter 3' })
    expect((await agent.use('seat_guest', { guest_id: ada.id })).result.status).toBe('seated')
    expect((await agent.use('mark_no_show', { guest_id: bob.id })).result.status).toBe('no_show')
  })
})
