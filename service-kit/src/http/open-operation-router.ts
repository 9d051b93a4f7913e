import { hash } from 'node:crypto'
import type { Operation } from '@usher/contracts'
import express, { type Request, type Response, type Router } from 'express'
import type { z } from 'zod'
import { parse } from '../errors.ts'
import type { Origin } from '../events.ts'
import type { Metrics } from '../metrics.ts'
import { type CallbackRequest, callbackRequestOf } from './callback-request.ts'
import { CALLER_HEADER } from './caller-token.ts'
import { clientOf } from './client-address.ts'
import type { VerifyGateway } from './gateway-token.ts'
import { type Idempotency, readIdempotency } from './idempotency.ts'
import { type AnswerOf, type AnyReply, answer, bodyOf, measure, route } from './operation-router.ts'

/** Header in which the gateway tells from which address a client's connection comes. */
export const CLIENT_ADDRESS_HEADER = 'x-usher-client-address'

/** Header in which the gateway introduces the member who is signed in where no credential is needed: a caller token. */
export const SESSION_HEADER = 'x-usher-session'

/** Header in which the gateway passes on the token of a browser's device cookie. */
export const DEVICE_HEADER = 'x-usher-device'

/** A request that needs no credential. */
export interface OpenCall<O extends Operation> {
  readonly params: z.infer<O['params']>
  readonly query: z.infer<O['query']>
  readonly body: z.infer<O['body']>
  /** The request, for the events that come of it. */
  readonly origin: Pick<Origin, 'requestId' | 'traceparent'>
  /** The address of the client's connection to the gateway. */
  readonly clientAddress: string
  readonly userAgent: string | null
  /** Token of the browser's device cookie, where it has one and the operation hears of it. */
  readonly device: string | undefined
  /** The request as it came; of a callback with the bytes of its body. */
  readonly request: CallbackRequest
  /**
   * What makes it repeatable, where the client sent a key: it holds for the operation and whom the token in its path
   * belongs to or, where there is none, for the client's address.
   */
  readonly idempotency: Idempotency | undefined
}

export interface OpenOperationRouter {
  readonly router: Router
  /** Serves an operation that anyone may ask for, without a caller. */
  on<O extends Operation>(operation: O, handler: (call: OpenCall<O>) => Promise<AnyReply<AnswerOf<O>>>): void
}

/** Serves operations that need no credential. They come through the gateway too, which says so by its token. */
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
  // A token is one person's, a slug everybody's.
  const isShared = names.length === 0 || names.includes('slug')
  const holder = isShared ? `${req.path} ${clientOf(clientAddress)}` : req.path
  // Hashed, as addresses and tokens are not kept as they are.
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
