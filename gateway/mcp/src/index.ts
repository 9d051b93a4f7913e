import { mcpResource } from '@usher/contracts'
import { scopesOf } from './tool.ts'
import { TOOLS } from './tools/index.ts'

export type { AgentCall } from './agent-call.ts'
export { type AnswerAgent, createMcp } from './server.ts'

/** The scopes of all tools. */
export const TOOL_SCOPES = [...new Set(TOOLS.flatMap(scopesOf))]

/** Metadata of the MCP server as a protected resource (RFC 9728 §2). */
export const resourceMetadata = (publicUrl: string) => ({
  resource: mcpResource(publicUrl),
  resource_name: 'Usher',
  authorization_servers: [publicUrl],
  scopes_supported: TOOL_SCOPES,
  bearer_methods_supported: ['header'],
})
