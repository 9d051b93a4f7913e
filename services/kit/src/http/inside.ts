import type { IncomingHttpHeaders } from 'node:http'
import { type Operation, type Problem, problemSchema } from '@usher/contracts'
import { z } from 'zod'

/** A request to the public API by what runs in the gateway's process, on behalf of its visitor. */
export interface InsideRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** The visitor's IP address, for limits that count by address. */
  readonly address: string
  readonly body: string | undefined
}

export interface InsideAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Sends a request to the public API, which admits, counts and records it like an external one. */
export type SendInside = (request: InsideRequest) => Promise<InsideAnswer>

interface Named {
  readonly params: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/** Path and query of a request to an operation. */
function operationPath({ path }: Pick<Operation, 'path'>, { params, query }: Named): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  return query ? `${filled}?${new URLSearchParams(query)}` : filled
}

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

/** What an operation answers. */
export type AnswerOf<O extends Operation> = z.infer<O['answer'] extends z.ZodType ? O['answer'] : z.ZodNull>

interface InsideCall extends Named, Pick<InsideRequest, 'headers' | 'address'> {
  readonly body: unknown
}

/** Calls an operation of the public API. @throws Refused if the answer is a problem */
export async function askInside<O extends Operation>(
  send: SendInside,
  operation: O,
  { params, query, headers, address, body }: InsideCall,
): Promise<AnswerOf<O>> {
  const answer = await send({
    method: operation.method.toUpperCase(),
    path: operationPath(operation, { params, ...(query && { query }) }),
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    address,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const content: unknown = answer.body === '' ? null : JSON.parse(answer.body)
  if (answer.status >= 400) throw new Refused(problemSchema.parse(content), answer.headers['retry-after'])
  return (operation.answer ?? z.null()).parse(content) as AnswerOf<O>
}
