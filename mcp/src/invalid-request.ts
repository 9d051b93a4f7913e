import { ErrorCode, JSONRPCMessageSchema } from '@modelcontextprotocol/sdk/types.js'

/**
 * The answer to JSON that is no message of JSON-RPC 2.0 (§5.1, Invalid Request); undefined for any message. The SDK calls
 * it a parse error, as if it were no JSON.
 */
export function invalidRequest(message: unknown): Response | undefined {
  if (JSONRPCMessageSchema.safeParse(message).success) return undefined
  const error = { code: ErrorCode.InvalidRequest, message: 'This is not a JSON-RPC 2.0 message.' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 })
}
