import { isLocalAddress, MCP_METADATA_PATH, MCP_PATH } from '@usher/contracts'
import { type AgentCall, type AnswerAgent, createMcp, resourceMetadata } from '@usher/mcp'
import { methodNotAllowed, onlyReads, ProblemError, requireShallowJson } from '@usher/service-kit'
import express, { type Request, type Router } from 'express'
import { authenticate } from '../credentials/authenticate.ts'
import type { KnownCaller } from '../credentials/known-caller.ts'
import { requireMode } from '../credentials/mode.ts'
import { Refusal } from '../credentials/refusals.ts'
import type { Exchange } from '../http/exchange.ts'
import { setOwnHeaders } from '../http/own-headers.ts'
import { refuse } from '../http/refuse.ts'
import { readBody } from '../http/request-body.ts'
import { insideDoorOf } from './inside-door.ts'
import type { GatewayContext } from './public-handler.ts'
import { refuseTestClock } from './test-clocks.ts'

/** Headers that the MCP server reads. */
const MCP_HEADERS = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const

/** The MCP server for agents, which uses the public API with their credentials, and its metadata. */
export function mcpRoutes(context: GatewayContext, publicUrl: string): Router {
  const answerAgent = createMcp({ send: insideDoorOf(context), publicUrl, log: context.log })
  const metadata = resourceMetadata(publicUrl)
  const router = express.Router()
  router.get(MCP_METADATA_PATH, (_req, res) => {
    res.set('cache-control', 'public, max-age=300').json(metadata)
  })
  router.all(MCP_METADATA_PATH, onlyReads)
  router.post(MCP_PATH, (_req, res) => {
    const exchange = res.locals.exchange as Exchange
    serve(context, exchange, { answerAgent, publicUrl }).catch((error) => {
      refuse(exchange, withMetadata(error, publicUrl), context)
    })
  })
  // No sessions to end, and no messages that the server begins.
  router.all(MCP_PATH, () => {
    throw methodNotAllowed('POST')
  })
  return router
}

async function serve(
  context: GatewayContext,
  exchange: Exchange,
  { answerAgent, publicUrl }: { answerAgent: AnswerAgent; publicUrl: string },
): Promise<void> {
  const { req, res } = exchange
  requireOwnOrigin(req, publicUrl)
  // No cookies: another site could make a browser send them.
  const { authorization } = req.headers
  const caller = await context.limits.admit(exchange, () =>
    authenticate(context.credentials, { authorization }),
  )
  requireMode(caller, req.headers)
  refuseTestClock(req.headers)
  const body = await readBody(req, res, context.bodies.known.open(caller.organizationId))
  exchange.bytesIn = body.length
  if (exchange.isOver) return
  const headers = Object.fromEntries(MCP_HEADERS.flatMap((name) => headerOf(req, name)))
  await send(exchange, await answerAgent(messageIn(body), callOf(context, req, caller), headers))
}
/** Rejects cross-origin requests, including DNS rebinding. Clients on a developer's own machine have any of its ports. */
function requireOwnOrigin({ headers: { origin } }: Request, publicUrl: string): void {
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  if (URL.canParse(origin) && isLocalAddress(origin) && isLocalAddress(publicUrl)) return
  throw new ProblemError('forbidden', 'Pages of other sites may not use the MCP server.')
}

function headerOf({ headers }: Request, name: string): [string, string][] {
  const value = headers[name]
  return typeof value === 'string' ? [[name, value]] : []
}

/** @throws ProblemError `malformed_json`, `validation_failed` for a batch: each message has its own answer and limits */
function messageIn(body: Buffer): unknown {
  requireShallowJson(body)
  let message: unknown
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw new ProblemError('malformed_json', 'The body could not be read as JSON.')
  }
  if (Array.isArray(message))
    throw new ProblemError('validation_failed', 'Send one message at a time, not a batch.')
  return message
}

const callOf = ({ limits }: GatewayContext, { headers, ip }: Request, caller: KnownCaller): AgentCall => ({
  authorization: headers.authorization ?? '',
  scopes: caller.scopes,
  usesPlatform: caller.kind === 'access_token' && caller.isEarly,
  address: ip ?? '',
  userAgent: headers['user-agent'],
  countRequest: () => limits.countRequest(caller),
  countWrite: () => limits.countAgentWrite(caller),
})

async function send(exchange: Exchange, answer: globalThis.Response): Promise<void> {
  const { res } = exchange
  const body = Buffer.from(await answer.arrayBuffer())
  exchange.bytesOut = body.length
  setOwnHeaders(res, exchange.requestId, exchange.moreHeaders)
  res.status(answer.status).set(Object.fromEntries(answer.headers)).end(body)
}

/** A refused client finds out from the metadata where to get a token (RFC 9728 §5.1). */
function withMetadata(error: unknown, publicUrl: string): unknown {
  if (!(error instanceof Refusal) || error.code !== 'unauthorized') return error
  const challenge = `${error.challenge}, resource_metadata="${publicUrl}${MCP_METADATA_PATH}"`
  return new Refusal('unauthorized', error.message, challenge)
}
