import { hash } from 'node:crypto'
import {
  ANONYMOUS,
  type Caller,
  type changeAccepted,
  type DataOf,
  formerPathsOf,
  isAudited,
  NEWEST_API_VERSION,
  type Operation,
  VERSION_HEADER,
} from '@usher/contracts'
import express, { type Request, type RequestHandler, type Response, type Router } from 'express'
import type { z } from 'zod'
import { ProblemError, parse } from '../errors.ts'
import type { Origin } from '../events/new-event.ts'
import type { Metrics } from '../observability/metrics.ts'
import { type SpanFacts, startSpan } from '../observability/span.ts'
import { resourceOf } from './audit-note.ts'
import {
  CALLBACK_READERS,
  type CallbackRequest,
  callbackRequestOf,
  MAX_BODY_BYTES,
} from './callback-request.ts'
import { CALLER_HEADER, requireAnonymous, requireCaller, type VerifyCaller } from './caller-token.ts'
import { clientOf } from './client-address.ts'
import { type Idempotency, readIdempotency } from './idempotency.ts'
import { verifyJson } from './json-depth.ts'
import { livemodeFiller } from './livemode.ts'
import { type AnswerOf, type AnyReply, answer } from './reply.ts'

/** Header in which the gateway passes on the client's address. */
export const CLIENT_ADDRESS_HEADER = 'x-usher-client-address'

/** Header in which the gateway names the signed-in member on operations that need no credential: a caller token. */
export const SESSION_HEADER = 'x-usher-session'

/** Header in which the gateway passes on the token of a browser's device cookie. */
export const DEVICE_HEADER = 'x-usher-device'

/** The parts of a request, parsed by the operation's schemas. */
interface Parts<O extends Operation> {
  readonly params: z.infer<O['params']>
  readonly query: z.infer<O['query']>
  readonly body: z.infer<O['body']>
}

/** What a handler gets of a request with a credential. */
export interface Call<O extends Operation> extends Parts<O> {
  readonly caller: Caller
  readonly origin: Origin
  /** The `If-Match` header, if sent. */
  readonly ifMatch: string | undefined
  /** What makes a POST repeatable, if the client sent a key. */
  readonly idempotency: Idempotency | undefined
  /** Id of the last event that a stream's client received before it reconnected. */
  readonly lastEventId: string | undefined
  /** Dated version of the API that the client uses: for streams of events, and as the default of webhook endpoints. */
  readonly version: string
  /** Which of these media types the client prefers (RFC 9110 §12.5.1), by its `Accept` header. */
  readonly accepts: (...types: string[]) => string | false
}

/** What a handler gets of a request that needs no credential. */
export interface OpenCall<O extends Operation> extends Parts<O> {
  /** The request, as origin of the events it causes. */
  readonly origin: Omit<Origin, 'organizationId' | 'actor'>
  /** Address of the client's connection to the gateway. */
  readonly clientAddress: string
  readonly userAgent: string | null
  /** Token of the browser's device cookie, if it has one and the operation receives it. */
  readonly device: string | undefined
  /** The request as received; for a callback, with the bytes of its body. */
  readonly request: CallbackRequest
  /**
   * Set if the client sent a key. Its scope is the operation and the holder of the token in the path or, without one,
   * the client's address.
   */
  readonly idempotency: Idempotency | undefined
}

export type Handler<O extends Operation> = (
  call: O['scope'] extends null ? OpenCall<O> : Call<O>,
) => Promise<AnyReply<AnswerOf<O>>>

export interface OperationRouter {
  readonly router: Router
  /**
   * Serves an operation: checks that the request came through the gateway, and its caller, scope and limits if the
   * operation needs a credential, parses the request, and sends what the handler returns.
   */
  on<O extends Operation>(operation: O, handler: Handler<O>): void
}

const JSON_MEDIA = 'application/json'

/** Reads the body of a write. */
const readJson = express.json({ limit: MAX_BODY_BYTES, strict: false, type: JSON_MEDIA, verify: verifyJson })

/** Stores that a change was accepted which no event announces. */
type NoteChange = (origin: Origin, change: DataOf<typeof changeAccepted>) => Promise<void>

/** @param note absent: such changes are audited by the gateway's records alone */
export function createOperationRouter(
  verify: VerifyCaller,
  metrics: Metrics,
  note?: NoteChange,
): OperationRouter {
  const router = express.Router()
  return {
    router,
    on<O extends Operation>(operation: O, handler: Handler<O>) {
      const fill = livemodeFiller(operation.answer)
      const handle = handler as (call: Call<O> | OpenCall<O>) => Promise<AnyReply<AnswerOf<O>>>
      route(router, operation, async (req, res) => {
        const traceparent = measure(metrics, operation, req, res)
        const caller = verify(req.get(CALLER_HEADER))
        if (operation.scope === null) {
          requireAnonymous(caller)
          const call = readOpenCall(operation, req, traceparent)
          const reply = await handle(call)
          const { organization_id: organizationId, actor = ANONYMOUS } = reply.audit ?? {}
          if (organizationId)
            await noteChange(operation, call, { ...call.origin, organizationId, actor }, reply)
          await answer(res, operation, reply)
          return
        }
        const call = readCall(operation, req, requireCaller(caller), traceparent)
        const reply = await handle(call)
        await noteChange(operation, call, call.origin, reply)
        const filled = 'body' in reply ? { ...reply, body: fill(reply.body, call.caller) } : reply
        await answer(res, operation, filled)
      })
    },
  }

  /** Before the answer: what a client knows to be accepted is in the audit trail even if its gateway is killed. */
  async function noteChange(
    operation: Operation,
    { params }: Parts<Operation>,
    origin: Origin,
    reply: AnyReply<unknown>,
  ): Promise<void> {
    const { audit = {} } = reply
    const isNoChange =
      ('replayed' in reply && reply.replayed) || ('status' in reply && reply.status !== undefined)
    const mayChange = isAudited(operation) || audit.changes !== undefined
    if (!note || !mayChange || isNoChange || origin.events?.length) return
    // The location of a redirect may hold a secret.
    const location = operation.status === 201 && 'headers' in reply ? reply.headers?.location : undefined
    const resource = resourceOf(audit, location) ?? (params.id as string | undefined) ?? null
    await note(origin, { operation: operation.id, resource, changes: audit.changes ?? {} })
  }
}

/** Routes requests for an operation to `serve`, those of writes once their body is read; also on its former paths. */
function route(
  router: Router,
  operation: Operation,
  serve: (req: Request, res: Response) => Promise<void>,
): void {
  const { method, callback } = operation
  const patterns = [operation, ...formerPathsOf(operation)].map(({ path }) =>
    path.replaceAll(/\{(\w+)\}/g, ':$1'),
  )
  if (method === 'get') router.get(patterns, serve)
  else if (callback) router[method](patterns, refuseOtherThan(callback), CALLBACK_READERS[callback], serve)
  else router[method](patterns, refuseOtherThan(JSON_MEDIA), readJson, serve)
}

/** Counts, times and traces a request; returns the `traceparent` for the work it causes, if traced. */
function measure(metrics: Metrics, operation: Operation, req: Request, res: Response): string | undefined {
  const end = metrics.requestSeconds.startTimer({ operation: operation.id })
  const parent = req.get('traceparent')
  const span = startSpan(() => serverSpan(operation, parent))
  res.on('finish', () => end({ status: String(res.statusCode) }))
  if (span) res.on('close', () => span.end({ 'http.response.status_code': res.statusCode }, failureOf(res)))
  return span?.traceparent ?? parent
}

const serverSpan = ({ method, path, id }: Operation, parent: string | undefined): SpanFacts => ({
  name: `${method.toUpperCase()} ${path}`,
  kind: 'server',
  parent,
  attributes: { 'http.request.method': method.toUpperCase(), 'http.route': path, 'usher.operation': id },
})

/** A server span fails only if the server is at fault (OpenTelemetry, HTTP spans, "Status"). */
const failureOf = ({ statusCode }: Response): string | undefined =>
  statusCode >= 500 ? String(statusCode) : undefined

const refuseOtherThan =
  (media: string): RequestHandler =>
  (req, _res, next) => {
    const isEmpty =
      req.headers['content-length'] === '0' ||
      (!req.headers['content-length'] && !req.headers['transfer-encoding'])
    if (!isEmpty && !req.is(media)) {
      throw new ProblemError('unsupported_media_type', `Send the body as ${media}.`, {
        headers: { accept: media },
      })
    }
    next()
  }

function readCall<O extends Operation>(
  operation: O,
  req: Request,
  caller: Caller,
  traceparent: string | undefined,
): Call<O> {
  if (operation.scope !== null && !caller.scopes.includes(operation.scope)) {
    throw new ProblemError('insufficient_scope', `This needs the scope ${operation.scope}.`)
  }
  if (caller.queue_ids && !operation.perQueue) {
    throw new ProblemError('forbidden', 'This API key is limited to some queues.')
  }
  return {
    ...readParts(operation, req),
    caller,
    origin: {
      organizationId: caller.organization_id,
      actor: caller.actor,
      requestId: req.get('x-request-id') ?? '',
      events: [],
      ...(traceparent && { traceparent }),
    },
    ifMatch: req.get('if-match'),
    idempotency: readIdempotency(req, repeatsWithin(operation, caller), caller.queue_ids),
    lastEventId: req.get('last-event-id'),
    version: req.get(VERSION_HEADER) ?? NEWEST_API_VERSION,
    accepts: (...types) => req.accepts(types),
  }
}

function readOpenCall<O extends Operation>(
  operation: O,
  req: Request,
  traceparent: string | undefined,
): OpenCall<O> {
  const parts = readParts(operation, req)
  const clientAddress = req.get(CLIENT_ADDRESS_HEADER) ?? ''
  const names = Object.keys(parts.params as object)
  // A token belongs to one person, a slug to everybody.
  const isShared = names.length === 0 || names.includes('slug')
  const holder = isShared ? `${req.path} ${clientOf(clientAddress)}` : req.path
  // Hashed: addresses and tokens are not stored in the clear.
  const scope = hash('sha256', `${operation.id} ${holder}`, 'base64url')
  return {
    ...parts,
    origin: { requestId: req.get('x-request-id') ?? '', events: [], ...(traceparent && { traceparent }) },
    clientAddress,
    request: callbackRequestOf(req),
    userAgent: req.get('user-agent') ?? null,
    device: req.get(DEVICE_HEADER),
    idempotency: readIdempotency(req, scope),
  }
}

const readParts = <O extends Operation>(operation: O, req: Request): Parts<O> => ({
  params: parse(operation.params, req.params, '?') as z.infer<O['params']>,
  query: parse(operation.query, req.query, '?') as z.infer<O['query']>,
  body: parse(operation.body, bodyOf(operation, req), '') as z.infer<O['body']>,
})

/** The body as read; none, or `null` as Go's clients send it, means the same as one without fields. */
const bodyOf = ({ method, callback }: Operation, { body }: Request): unknown =>
  method === 'get' || callback ? body : (body ?? {})

const repeatsWithin = ({ ownRepeats }: Operation, { organization_id, actor }: Caller): string =>
  ownRepeats ? `${organization_id}:${actor}` : organization_id
