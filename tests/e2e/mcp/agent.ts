import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** What a tool answered: its result, or why it was refused. */
export interface ToolAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever a tool answers
  readonly result: any
  readonly refusal: string | undefined
}

/** What tests use of a client, in every version of the SDK. */
export interface AgentClient extends Pick<Client, 'listTools' | 'getInstructions' | 'close'> {
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>
}

export interface Agent extends AsyncDisposable {
  readonly client: AgentClient
  /** Calls a tool; its structured result must be what its text says. */
  use(name: string, input?: Record<string, unknown>): Promise<ToolAnswer>
  /** Names of the tools that it is shown. */
  tools(): Promise<string[]>
}

/** Connects an agent to the MCP server with a bearer token. */
export async function connectAgent(url: string, token: string): Promise<Agent> {
  const client = new Client(
    { name: 'test-agent', version: '1.0.0' },
    { versionNegotiation: { mode: 'auto' } },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), withToken(token)))
  return agentWith(client)
}

/** Options of a transport that sends a bearer token. */
export const withToken = (token: string) => ({
  requestInit: { headers: { authorization: `Bearer ${token}` } },
})

export const agentWith = (client: AgentClient): Agent => ({
  client,
  async use(name, input = {}) {
    const answer = (await client.callTool({ name, arguments: input })) as CallToolResult
    const [first] = answer.content
    const text = first?.type === 'text' ? first.text : ''
    if (answer.isError) return { result: undefined, refusal: text }
    if (text !== JSON.stringify(answer.structuredContent)) throw new Error(`${name} says two things`)
    return { result: answer.structuredContent, refusal: undefined }
  },
  tools: async () => (await client.listTools()).tools.map((tool) => tool.name),
  [Symbol.asyncDispose]: () => client.close(),
})
