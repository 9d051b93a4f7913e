import { type Operation, type Problem, problemSchema } from '@usher/contracts'
import { operationPath, type SendInside } from '@usher/service-kit'
import type { Request } from 'express'
import { z } from 'zod'

/** A problem that the API answered. */
export class Refused extends Error {
  override name = 'Refused'
  readonly problem: Problem
  readonly retryAfter: string | undefined

  constructor(problem: Problem, retryAfter: string | undefined) {
    super(problem.code)
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

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
) => Promise<z.infer<Answer<O>>>

type Answer<O extends Operation> = O['answer'] extends z.ZodType ? O['answer'] : z.ZodNull

/** The returned function throws Refused if the answer is a problem. */
export const createAsk =
  (send: SendInside): Ask =>
  async (req, operation, given) => {
    const answer = await send({
      method: operation.method.toUpperCase(),
      path: operationPath(operation, given),
      headers: headersOf(req, given),
      address: req.ip ?? '',
      body: given.body === undefined ? undefined : JSON.stringify(given.body),
    })
    const body: unknown = answer.body === '' ? null : JSON.parse(answer.body)
    if (answer.status >= 400) throw new Refused(problemSchema.parse(body), answer.headers['retry-after'])
    return (operation.answer ?? z.null()).parse(body) as z.infer<Answer<typeof operation>>
  }

function headersOf(req: Request, { body, key }: OperationInput): Record<string, string> {
  const agent = req.get('user-agent')
  return {
    'x-request-id': req.get('x-request-id') ?? '',
    ...(agent && { 'user-agent': agent }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    // Parts of a key come from forms and addresses: a header takes no line breaks or emoji.
    ...(key && { 'idempotency-key': encodeURI(key.toWellFormed()) }),
  }
}
