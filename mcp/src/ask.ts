import { type Operation, type Problem, problemSchema } from '@usher/contracts'
import { operationPath, type SendInside } from '@usher/service-kit'
import { z } from 'zod'
import type { AgentCall } from './agent-call.ts'

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
  readonly params?: Readonly<Record<string, string>>
  /** Parameters without a value are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
}

/** Calls an operation with the agent's credential; rejects with Refused if the answer is a problem. */
export type Ask = <O extends Operation>(operation: O, input?: OperationInput) => Promise<z.infer<Answer<O>>>

type Answer<O extends Operation> = O['answer'] extends z.ZodType ? O['answer'] : z.ZodNull

export const createAsk =
  (send: SendInside, call: AgentCall): Ask =>
  async (operation, { params = {}, query, body, idempotencyKey } = {}) => {
    const answer = await send({
      method: operation.method.toUpperCase(),
      path: operationPath(operation, { params, ...(query && { query: asText(query) }) }),
      headers: {
        authorization: call.authorization,
        ...(call.userAgent !== undefined && { 'user-agent': call.userAgent }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      address: call.address,
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const content: unknown = answer.body === '' ? null : JSON.parse(answer.body)
    if (answer.status >= 400) throw new Refused(problemSchema.parse(content), answer.headers['retry-after'])
    return (operation.answer ?? z.null()).parse(content) as z.infer<Answer<typeof operation>>
  }

const asText = (query: Readonly<Record<string, string | number | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
