import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'

/** What a tool answered: its result, or why it was refused. */
export interface ToolAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever a tool answers
  readonly result: any
  readonly refusal: string | undefined
}

export interface Agent extends AsyncDisposable {
  readonly client: Client
  /** Calls a tool; its structured result must be what its text says. */
  use(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>
  /** Names of the tools that it is shown. */
  tools(): Promise<string[]>
}

/** Connects an agent to the MCP server with a bearer token. */
export async function connectAgent(url: string, token: string): Promise<Agent> {
  const client = new Client({ name: 'test-agent', version: '1.0.0' })
  const requestInit = { headers: { authorization: `Bearer ${token}` } }
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit })
  // The SDK's own types disagree where exactOptionalPropertyTypes is on.
  await client.connect(transport as Parameters<Client['connect']>[0])
  return {
    client,
    async use(name, input = {}) {
      const answer = CallToolResultSchema.parse(await client.callTool({ name, arguments: input }))
      const [first] = answer.content
      const text = first?.type === 'text' ? first.text : ''
      if (answer.isError) return { result: undefined, refusal: text }
      if (text !== JSON.stringify(answer.structuredContent)) throw new Error(`${name} says two things`)
      return { result: answer.structuredContent, refusal: undefined }
    },
    tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    [Symbol.asyncDispose]: () => client.close(),
  }
}
