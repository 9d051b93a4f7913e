import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A door to the MCP server for clients that send no credential: adds one, and passes the rest on as it came. To its own
 * visitors it is the server's own origin.
 */
export async function startWithCredential(url: string, token: string) {
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const headers = new Headers({ authorization: `Bearer ${token}` })
    for (const name of [
      'accept',
      'content-type',
      'mcp-protocol-version',
      'mcp-method',
      'mcp-name',
      'origin',
    ]) {
      const value = req.headers[name]
      if (typeof value === 'string') headers.set(name, value)
    }
    if (headers.get('origin') === own()) headers.set('origin', url)
    const hasBody = chunks.length > 0
    const answer = await fetch(url + (req.url ?? ''), {
      ...{ method: req.method ?? 'GET', headers },
      ...(hasBody && { body: Buffer.concat(chunks) }),
    })
    res.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
    res.end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: own(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
