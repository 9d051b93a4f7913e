import type { Operation } from '@usher/contracts'
import { type AnswerOf, askInside, type SendInside } from '@usher/service-kit'
import type { Request } from 'express'

interface OperationInput {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Idempotency-Key, so that a repeated request takes effect once. */
  readonly key?: string
}

/** Calls an operation on behalf of a page's request. */
export type Ask = <O extends Operation>(
  req: Request,
  operation: O,
  given: OperationInput,
) => Promise<AnswerOf<O>>

/** The returned function throws Refused if the answer is a problem. */
export const createAsk =
  (send: SendInside): Ask =>
  (req, operation, { params, query, body, key }) =>
    askInside(send, operation, {
      params,
      body,
      address: req.ip ?? '',
      headers: headersOf(req, key),
      ...(query && { query }),
    })

function headersOf(req: Request, key: string | undefined): Record<string, string> {
  const agent = req.get('user-agent')
  return {
    'x-request-id': req.get('x-request-id') ?? '',
    ...(agent && { 'user-agent': agent }),
    // Parts of a key come from forms and addresses: a header takes no line breaks or emoji.
    ...(key && { 'idempotency-key': encodeURI(key.toWellFormed()) }),
  }
}
