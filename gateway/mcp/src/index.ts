export type { AgentCall } from './agent-call.ts'
export { resourceMetadata, TOOL_SCOPES } from './resource-metadata.ts'
export { type AnswerAgent, createMcp } from './server.ts'
