import type { Operation } from '@usher/contracts'
import express, { type Request, type Response, type Router } from 'express'
import type { z } from 'zod'
import { parse } from '../errors.ts'
import type { Metrics } from '../metrics.ts'
import { CALLER_HEADER } from './caller-token.ts'
import type { VerifyGateway } from './gateway-token.ts'
import { type AnswerOf, answer, measure, type Reply, readJson, refuseOtherMedia } from './operation-router.ts'

/** Header in which the gateway tells from which address a client's connection comes. */
export const CLIENT_ADDRESS_HEADER = 'x-usher-client-address'

/** A request that needs no credential. */
interface OpenCall<O extends Operation> {
  readonly body: z.infer<O['body']>
  readonly requestId: string
  /** The address of the client's connection to the gateway. */
  readonly clientAddress: string
  readonly userAgent: string | null
}

export interface OpenOperationRouter {
  readonly router: Router
  /** Serves an operation that anyone may ask for, without a caller. */
  on<O extends Operation>(operation: O, handler: (call: OpenCall<O>) => Promise<Reply<AnswerOf<O>>>): void
}

/** Serves operations that need no credential. They come through the gateway too, which says so by its token. */
export function createOpenOperationRouter(verify: VerifyGateway, metrics: Metrics): OpenOperationRouter {
  const router = express.Router()
  return {
    router,
    on(operation, handler) {
      router[operation.method](
        operation.path,
        refuseOtherMedia,
        readJson,
        async (req: Request, res: Response) => {
          measure(metrics, operation, res)
          verify(req.get(CALLER_HEADER) ?? '')
          const call = {
            body: parse(operation.body, req.body, '') as z.infer<(typeof operation)['body']>,
            requestId: req.get('x-request-id') ?? '',
            clientAddress: req.get(CLIENT_ADDRESS_HEADER) ?? '',
            userAgent: req.get('user-agent') ?? null,
          }
          await answer(res, operation, await handler(call))
        },
      )
    },
  }
}
