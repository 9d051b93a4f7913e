import { createServer, type IncomingMessage, type RequestListener, request } from 'node:http'
import { duplexPair } from 'node:stream'
import { NEWEST_API_VERSION, VERSION_HEADER } from '@usher/contracts'
import { problemHandler, type SendInside, unknownRoute } from '@usher/service-kit'
import express from 'express'
import { type GatewayContext, publicHandler } from './public-handler.ts'

/**
 * Lets pages and the MCP server use the public API in process, unreachable over a network: each request is real HTTP
 * over a pair of in-memory streams, so that it is admitted, counted, recorded and answered like any other.
 */
export function insideDoorOf(context: GatewayContext): SendInside {
  // Only they can reach this, and they pass on the client's address.
  const api = express().disable('x-powered-by').disable('etag').set('trust proxy', true)
  api.use(publicHandler(context), unknownRoute, problemHandler(context.log))
  return createInsideDoor(api)
}

/** The client's address comes in `X-Forwarded-For`, which the handler has to trust. */
function createInsideDoor(handler: RequestListener): SendInside {
  const server = createServer({ keepAlive: false }, handler)
  return ({ method, path, headers, address, body }) =>
    new Promise((resolve, reject) => {
      const [near, far] = duplexPair()
      server.emit('connection', far)
      const req = request({
        createConnection: () => near,
        host: 'inside',
        method,
        path,
        headers: {
          ...headers,
          // Pages are updated with the gateway.
          [VERSION_HEADER]: NEWEST_API_VERSION,
          'x-forwarded-for': address,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      })
      req.on('error', reject)
      req.on('response', (res) => {
        readText(res).then(
          (text) => resolve({ status: res.statusCode ?? 0, headers: res.headers, body: text }),
          reject,
        )
      })
      req.end(body)
    })
}

async function readText(res: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of res) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
