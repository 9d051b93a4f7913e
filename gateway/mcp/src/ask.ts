import type { Operation } from '@usher/contracts'
import { type AnswerOf, askInside, type SendInside } from '@usher/service-kit'
import type { AgentCall } from './agent-call.ts'

interface OperationInput {
  readonly params?: Readonly<Record<string, string>>
  /** Parameters without a value are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
}

/** Calls an operation with the agent's credential; rejects with Refused if the answer is a problem. */
export type Ask = <O extends Operation>(operation: O, input?: OperationInput) => Promise<AnswerOf<O>>

export function createAsk(send: SendInside, call: AgentCall): Ask {
  let isFirst = true
  return async (operation, { params = {}, query, body, idempotencyKey } = {}) => {
    if (!isFirst) await call.countRequest()
    isFirst = false
    return await askInside(send, operation, {
      params,
      body,
      address: call.address,
      ...(query && { query: asText(query) }),
      headers: {
        authorization: call.authorization,
        ...(call.userAgent !== undefined && { 'user-agent': call.userAgent }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
    })
  }
}

const asText = (query: Readonly<Record<string, string | number | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
