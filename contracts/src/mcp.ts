/** Where agents reach the MCP server, relative to the public URL. */
export const MCP_PATH = '/mcp'

/** Metadata of the MCP server as a protected resource (RFC 9728 §3.1). */
export const MCP_METADATA_PATH = `/.well-known/oauth-protected-resource${MCP_PATH}`

/** The MCP server as a resource of the OAuth server (RFC 8707): the audience of its access tokens. */
export const mcpResource = (publicUrl: string): string => publicUrl + MCP_PATH
