import { hash } from 'node:crypto'
import type { Operation } from '@usher/contracts'
import express, { type Request, type Response, type Router } from 'express'
import type { z } from 'zod'
import { parse } from '../errors.ts'
import type { Origin } from '../events/new-event.ts'
import type { Metrics } from '../observability/metrics.ts'
import { type CallbackRequest, callbackRequestOf } from './callback-request.ts'
import { CALLER_HEADER } from './caller-token.ts'
import { clientOf } from './client-address.ts'
import type { VerifyGateway } from './gateway-token.ts'
import { type Idempotency, readIdempotency } from './idempotency.ts'
import { bodyOf, measure, route } from './operation-router.ts'
import { type AnswerOf, type AnyReply, answer } from './reply.ts'

/** Header in which the gateway passes on the client's address. */
export const CLIENT_ADDRESS_HEADER = 'x-usher-client-address'

/** Header in which the gateway names the signed-in member on operations that need no credential: a caller token. */
export const SESSION_HEADER = 'x-usher-session'

/** Header in which the gateway passes on the token of a browser's device cookie. */
export const DEVICE_HEADER = 'x-usher-device'

/** A request that needs no credential. */
export interface OpenCall<O extends Operation> {
  readonly params: z.infer<O['params']>
  readonly query: z.infer<O['query']>
  readonly body: z.infer<O['body']>
  /** The request, as origin of the events it causes. */
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
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

export interface OpenOperationRouter {
  readonly router: Router
  /** Serves an operation that needs no credential. */
  on<O extends Operation>(operation: O, handler: (call: OpenCall<O>) => Promise<AnyReply<AnswerOf<O>>>): void
}

/** Serves operations that need no credential. A gateway token proves that requests came through the gateway. */
export function createOpenOperationRouter(verify: VerifyGateway, metrics: Metrics): OpenOperationRouter {
  const router = express.Router()
  return {
    router,
    on(operation, handler) {
      route(router, operation, async (req: Request, res: Response) => {
        const traceparent = measure(metrics, operation, req, res)
        verify(req.get(CALLER_HEADER) ?? '')
        await answer(res, operation, await handler(readOpenCall(operation, req, traceparent)))
      })
    },
  }
}

function readOpenCall<O extends Operation>(
  operation: O,
  req: Request,
  traceparent: string | undefined,
): OpenCall<O> {
  const clientAddress = req.get(CLIENT_ADDRESS_HEADER) ?? ''
  const params = parse(operation.params, req.params, '?') as z.infer<O['params']>
  const names = Object.keys(params)
  // A token belongs to one person, a slug to everybody.
  const isShared = names.length === 0 || names.includes('slug')
  const holder = isShared ? `${req.path} ${clientOf(clientAddress)}` : req.path
  // Hashed: addresses and tokens are not stored in the clear.
  const scope = hash('sha256', `${operation.id} ${holder}`, 'base64url')
  return {
    params,
    query: parse(operation.query, req.query, '?') as z.infer<O['query']>,
    body: parse(operation.body, bodyOf(operation, req), '') as z.infer<O['body']>,
    origin: { requestId: req.get('x-request-id') ?? '', ...(traceparent && { traceparent }) },
    clientAddress,
    request: callbackRequestOf(req),
    userAgent: req.get('user-agent') ?? null,
    device: req.get(DEVICE_HEADER),
    idempotency: readIdempotency(req, scope),
  }
}
