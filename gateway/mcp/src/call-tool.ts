import type { CallToolResult } from '@modelcontextprotocol/server'
import { type Logger, parse, type SendInside } from '@usher/service-kit'
import type { AgentCall } from './agent-call.ts'
import { createAsk } from './ask.ts'
import { failureWords } from './failure.ts'
import { refusalOf } from './may-use.ts'
import type { Tool } from './tool.ts'

/** Runs a tool for an agent. What it is refused is a result in words, for the agent to act on. */
export async function callTool(
  tool: Tool,
  given: Readonly<Record<string, unknown>>,
  call: AgentCall,
  { send, log }: { send: SendInside; log: Logger },
): Promise<CallToolResult> {
  const refusal = refusalOf(tool, call)
  if (refusal !== undefined) return failed(refusal)
  try {
    const input = parse(tool.input, given, '')
    if (!tool.hints.readOnlyHint) await call.countWrite()
    const structuredContent = tool.output.parse(await tool.run(createAsk(send, call), input))
    return { structuredContent, content: [{ type: 'text', text: JSON.stringify(structuredContent) }] }
  } catch (error) {
    const words = failureWords(error)
    if (words === undefined) log.error({ err: error, tool: tool.name }, 'a tool failed')
    return failed(words ?? 'Something went wrong on our side.')
  }
}

const failed = (text: string): CallToolResult => ({ isError: true, content: [{ type: 'text', text }] })
