import {
  CallToolRequestSchema,
  ErrorCode,
  InitializeRequestSchema,
  isJSONRPCRequest,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  ListToolsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'

/** Requests of the methods with params. */
const REQUESTS = new Map(
  [InitializeRequestSchema, ListToolsRequestSchema, CallToolRequestSchema].map(
    (schema) => [schema.shape.method.value as string, schema] as const,
  ),
)

/**
 * The error for a request whose `params` its method does not take (JSON-RPC 2.0 §5.1); undefined for any other message.
 * The SDK reports such a request as an internal error, as if the server were at fault.
 */
export function invalidParams(message: JSONRPCMessage): JSONRPCErrorResponse | undefined {
  if (!isJSONRPCRequest(message)) return undefined
  const { error } = REQUESTS.get(message.method)?.safeParse(message) ?? {}
  if (!error) return undefined
  const faults = error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  return {
    jsonrpc: '2.0',
    id: message.id,
    error: { code: ErrorCode.InvalidParams, message: `The params are not valid: ${faults.join('; ')}.` },
  }
}
