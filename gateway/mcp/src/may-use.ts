import { isPlatform } from '@usher/contracts'
import type { AgentCall } from './agent-call.ts'
import { scopesOf, type Tool } from './tool.ts'

/** Why a caller may not use a tool, in words for the agent; undefined: may. */
export function refusalOf(
  tool: Tool,
  { scopes, usesPlatform }: Pick<AgentCall, 'scopes' | 'usesPlatform'>,
): string | undefined {
  const missing = scopesOf(tool).filter((scope) => !scopes.has(scope))
  if (missing.length > 0) {
    const named = missing.length === 1 ? `the scope ${missing[0]}` : `the scopes ${missing.join(' and ')}`
    return `The tool ${tool.name} needs ${named}, which this credential does not have. Ask the person to connect with it.`
  }
  if (usesPlatform || !tool.operations.some(({ path }) => isPlatform(path))) return undefined
  return `The tool ${tool.name} needs an OAuth access token of an organisation with access to the platform API.`
}
