import { testOrganizationId } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import { agentAt, SEAT, textOf } from './support/agent.ts'
import { startAll } from './support/start.ts'

let all: Awaited<ReturnType<typeof startAll>>
beforeAll(async () => {
  all = await startAll()
})
afterAll(() => all?.[Symbol.asyncDispose]())

/** An agent with a key of its own. */
const agent = (given: Parameters<typeof all.accounts.addKey>[0] = {}) =>
  agentAt(all.url, all.accounts.addKey({ actor: newId('apiKey'), ...given }))

describe('an agent that sends the Usher-Mode header', () => {
  const live = newId('organization')
  const ofTests = `org_test_${live.slice(4)}`

  test.each([
    ['live data', live, 'test'],
    ['test data', ofTests, 'live'],
    ['live data', live, 'Test'],
  ])(
    'answers 400 mode_mismatch to a key for %s with the other mode, and calls no service',
    async (_, id, mode) => {
      all.service.reset()
      const answer = await agent({ organization_id: id }).call(SEAT, { headers: { 'usher-mode': mode } })
      expect(answer).toMatchObject({ status: 400, json: { code: 'mode_mismatch' } })
      expect(all.service.received).toEqual([])
    },
  )

  test.each([
    [live, 'live'],
    [ofTests, 'test'],
  ])('calls the tool when the header matches the mode of the key', async (id, mode) => {
    all.service.reset()
    await agent({ organization_id: id }).call(SEAT, { headers: { 'usher-mode': mode } })
    expect(all.service.received).not.toEqual([])
  })
})

test.each([
  ['live', newId('organization')],
  ['test', testOrganizationId(newId('organization'))],
])('refuses an agent with a key for %s data that names a test clock, and sends nothing', async (_, id) => {
  all.service.reset()
  const headers = { 'usher-test-clock': newId('testClock') }
  const answer = await agent({ organization_id: id }).call(SEAT, { headers })
  expect(answer).toMatchObject({ status: 400, json: { code: 'mode_mismatch' } })
  expect(all.service.received).toEqual([])
})

describe('a tool that makes many requests', () => {
  const queues = { name: 'find_shortest_line', arguments: {} }

  /** A service with so many pages of queues. */
  function givenPages(count: number) {
    all.service.reset()
    let page = 0
    all.service.answerWith(({ res }) => {
      page += 1
      const next_cursor = page < count ? `after_${page}` : null
      res
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: [], next_cursor }))
    })
  }

  test('counts each request of a tool call against the rate limit of the key', async () => {
    givenPages(5)
    const { call } = agent()
    await call(queues)
    givenPages(1)
    const { headers } = await call(queues)
    expect(headers.ratelimit).toMatch(/^"credential";r=59994;/)
  })

  test('stops when the rate limit is reached and returns the error as text to the agent', async () => {
    givenPages(10_000)
    const answer = await agent({ plan: 'standard' }).call(queues)
    expect(textOf(answer)).toMatch(
      /^This credential has sent too many requests\. Try again in \d+ seconds\.$/,
    )
    expect(all.service.received).toHaveLength(700)
  })
})

describe('an invalid idempotency key from an agent', () => {
  test.each(['ключ', 'a\r\nx: y', 'a b', ''])(
    'refuses the idempotency key %j with an error as text and calls no service',
    async (key) => {
      all.service.reset()
      const add = { queue_id: newId('queue'), name: 'Ada', party_size: 1, idempotency_key: key }
      const answer = await agent().call({ name: 'add_guest', arguments: add })
      expect(textOf(answer)).toBe(
        'The input is not valid: idempotency_key must be 1 to 200 visible ASCII characters.',
      )
      expect(all.service.received).toEqual([])
    },
  )
})
