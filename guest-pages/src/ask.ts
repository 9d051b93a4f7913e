import type { IncomingHttpHeaders } from 'node:http'
import { type Operation, type Problem, problemSchema } from '@usher/contracts'
import type { Request } from 'express'
import type { z } from 'zod'

/** A request to the public API on behalf of whoever opens a page. */
export interface InsideRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Of the browser: what is counted by address is counted for it. */
  readonly address: string
  readonly body: string | undefined
}

export interface InsideAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends a request to the public API, where it is admitted, counted and recorded like one from outside. */
export type SendInside = (request: InsideRequest) => Promise<InsideAnswer>

/** What the API refused to do. */
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

interface Given {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Idempotency-Key: what was sent twice is done once. */
  readonly key?: string
}

/** Asks for operations on behalf of a page's request. */
export type Ask = <O extends Operation>(
  req: Request,
  operation: O,
  given: Given,
) => Promise<z.infer<Answer<O>>>

type Answer<O extends Operation> = O['answer'] extends z.ZodType ? O['answer'] : z.ZodNull

/** @throws Refused (from what it gives) when the answer is a problem */
export const createAsk =
  (send: SendInside): Ask =>
  async (req, operation, given) => {
    const answer = await send({
      method: operation.method.toUpperCase(),
      path: pathOf(operation, given),
      headers: headersOf(req, given),
      address: req.ip ?? '',
      body: given.body === undefined ? undefined : JSON.stringify(given.body),
    })
    const body: unknown = JSON.parse(answer.body)
    if (answer.status >= 400) throw new Refused(problemSchema.parse(body), answer.headers['retry-after'])
    return (operation.answer as Answer<typeof operation>).parse(body) as z.infer<Answer<typeof operation>>
  }

function pathOf({ path }: Operation, { params, query }: Given): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

function headersOf(req: Request, { body, key }: Given): Record<string, string> {
  const agent = req.get('user-agent')
  return {
    'x-request-id': req.get('x-request-id') ?? '',
    ...(agent && { 'user-agent': agent }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key && { 'idempotency-key': key }),
  }
}
