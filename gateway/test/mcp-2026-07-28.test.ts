import { type Agent, agentAt, SEAT } from './support/agent.ts'
import { startAll } from './support/start.ts'

const REVISION = '2026-07-28'

let all: Awaited<ReturnType<typeof startAll>>
let agent: Agent
beforeAll(async () => {
  all = await startAll()
  agent = agentAt(all.url, all.accounts.addKey())
})
afterAll(() => all?.[Symbol.asyncDispose]())

/** Sends a request as clients of the revision do; `headers` replaces headers that repeat the body. */
const post = (
  method: string,
  { version = REVISION, headers = {}, ...params }: Record<string, unknown> & { headers?: object },
) => {
  const meta = { protocolVersion: version, clientInfo: { name: 'a', version: '1' }, clientCapabilities: {} }
  const _meta = Object.fromEntries(
    Object.entries(meta).map(([key, value]) => [`io.modelcontextprotocol/${key}`, value]),
  )
  return agent.post(
    { jsonrpc: '2.0', id: 7, method, params: { ...params, _meta } },
    {
      headers: {
        'mcp-protocol-version': String(version),
        'mcp-method': method,
        ...(typeof params.name === 'string' && { 'mcp-name': params.name }),
        ...headers,
      },
    },
  )
}

describe(`messages of revision ${REVISION}`, () => {
  test('lists tools for the credential alone', async () => {
    const { status, json } = await post('tools/list', {})
    expect([status, json.result.resultType, json.result.cacheScope]).toEqual([200, 'complete', 'private'])
    expect(json.result.tools.map(({ name }: { name: string }) => name)).toContain('seat_guest')
  })

  test.each([
    ['another tool', { 'mcp-name': 'list_queues' }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['another revision', { 'mcp-protocol-version': '2025-11-25' }],
  ])('refuses a call whose headers name %s than its body', async (_, headers) => {
    all.service.reset()
    const { status, json } = await post('tools/call', { ...SEAT, headers })
    expect([status, json.id, json.error.code]).toEqual([400, 7, -32020])
    expect(all.service.received).toEqual([])
  })

  test('names the revision to speak when a client speaks an unknown one', async () => {
    const { status, json } = await post('tools/list', { version: '2027-01-01' })
    expect([status, json.error.code, json.error.data.supported]).toEqual([400, -32022, [REVISION]])
  })

  test('ends a subscription at once, as there is nothing to subscribe to', async () => {
    const { status, text } = await post('subscriptions/listen', { notifications: { toolsListChanged: true } })
    const messages = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data))
    expect([status, messages]).toEqual([
      200,
      [
        expect.objectContaining({
          method: 'notifications/subscriptions/acknowledged',
          params: expect.objectContaining({ notifications: {} }),
        }),
        expect.objectContaining({ id: 7, result: expect.objectContaining({ resultType: 'complete' }) }),
      ],
    ])
  })

  test('does not know methods of earlier revisions', async () => {
    for (const method of ['initialize', 'ping']) {
      const { status, json } = await post(method, {})
      expect([status, json.id, json.error.code]).toEqual([404, 7, -32601])
    }
  })

  test.each([
    ['tools/list', { cursor: 1 }, 'cursor'],
    ['tools/call', { name: 'list_queues', arguments: 'all' }, '"arguments"'],
  ])('reports invalid params of %s as the fault of the client', async (method, params, field) => {
    const { json } = await post(method, params)
    expect(json).toMatchObject({ id: 7, error: { code: -32602, message: expect.stringContaining(field) } })
  })
})
