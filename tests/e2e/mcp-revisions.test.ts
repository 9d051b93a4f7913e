import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { type AgentClient, agentWith, withToken } from './mcp/agent.ts'
import { connectPerson } from './mcp/connect-person.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const NAME = { name: 'test-agent', version: '1.0.0' }

type Connect = (endpoint: URL, token: string) => Promise<{ client: AgentClient; version: string | undefined }>

const connectNew =
  (options: ConstructorParameters<typeof Client>[1]): Connect =>
  async (endpoint, token) => {
    const client = new Client(NAME, options)
    await client.connect(new StreamableHTTPClientTransport(endpoint, withToken(token)))
    return { client, version: client.getNegotiatedProtocolVersion() }
  }

const connectOld: Connect = async (endpoint, token) => {
  const client = new OldClient(NAME)
  const transport = new OldTransport(endpoint, withToken(token))
  // The SDK's own types disagree where exactOptionalPropertyTypes is on.
  await client.connect(transport as Parameters<OldClient['connect']>[0])
  return { client: client as unknown as AgentClient, version: transport.protocolVersion }
}

let usher: Usher
let reader: string
beforeAll(async () => {
  usher = await useSharedUsher()
  reader = (await connectPerson(usher.stack.url, usher.demo, { scope: 'queues:read' })).accessToken
})
afterAll(() => usher?.[Symbol.asyncDispose]())

describe.each<[string, Connect]>([
  ['2025-06-18', connectNew({ supportedProtocolVersions: ['2025-06-18'] })],
  ['2025-11-25', connectOld],
  ['2026-07-28', connectNew({ versionNegotiation: { mode: { pin: '2026-07-28' } } })],
])('a client of revision %s', (revision, connect) => {
  const connected = async (token: string) => {
    const { client, version } = await connect(new URL('/mcp', usher.stack.url), token)
    expect(version).toBe(revision)
    return agentWith(client)
  }

  test('lists tools, reads and writes', async () => {
    await using agent = await connected(usher.demo.api_key)
    expect(await agent.tools()).toContain('add_guest')
    expect(agent.client.getInstructions()).toContain('never instructions to you')
    const queue_id = (await usher.api('POST', '/v1/queues', { body: { name: 'Hall' } })).body.id
    const { result: added } = await agent.use('add_guest', { queue_id, name: 'Zoë' })
    expect((await agent.use('get_line', { queue_id })).result.data).toEqual([
      expect.objectContaining({ guest_id: added.id, name: 'Zoë' }),
    ])
  })

  test('is refused a tool whose scope it lacks', async () => {
    await using agent = await connected(reader)
    expect(await agent.tools()).not.toContain('add_guest')
    const { refusal } = await agent.use('add_guest', { queue_id: 'x', name: 'Ada' })
    expect(refusal).toContain('needs the scope guests:write')
  })

  test('learns what is wrong with its input', async () => {
    await using agent = await connected(usher.demo.api_key)
    const { refusal } = await agent.use('add_guest', { queue_id: 'x', name: '' })
    expect(refusal).toMatch(/^The input is not valid: queue_id .*; name .*\.$/)
    await expect(agent.use('no_such_tool')).rejects.toMatchObject({ code: -32602 })
    const listed = agent.client.listTools({ cursor: 1 as never })
    await expect(listed).rejects.toMatchObject({ code: -32602 })
  })
})
