import type { z } from 'zod'
import type { ErrorCode } from './problem.ts'
import type { Scope } from './scopes.ts'

/** Services behind the gateway that answer public operations. */
export type ServiceName = 'accounts' | 'queue' | 'webhook-delivery'

/**
 * One public operation: what the gateway authorises and forwards, the service parses, the documents
 * describe and the tests walk through. Paths are in OpenAPI form (`/v1/queues/{id}`).
 */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType | null = z.ZodType | null,
> {
  readonly id: string
  readonly method: 'get' | 'post' | 'patch' | 'delete'
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly service: ServiceName
  /** null: anyone may ask, without a credential. */
  readonly scope: Scope | null
  /**
   * Whether API keys limited to some queues may use it: its service then refuses the other queues. All
   * else of the organisation is closed to such keys (403 `forbidden`).
   */
  readonly perQueue?: true
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly status: 200 | 201 | 202 | 204
  readonly answer: Answer
  readonly errors: readonly ErrorCode[]
}

export const defineOperation = <
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType | null,
>(
  operation: Operation<Params, Query, Body, Answer>,
): Operation<Params, Query, Body, Answer> => operation
