import { z } from 'zod'
import type { ErrorCode } from './problem.ts'
import type { Scope } from './scopes.ts'

/** Services behind the gateway that answer public operations. */
export type ServiceName =
  | 'accounts'
  | 'queue'
  | 'webhook-delivery'
  | 'notification'
  | 'booking-platform'
  | 'calendar-sync'

/** How the bodies of what other parties' servers send us are written. */
export type CallbackMedia = 'application/json' | 'application/x-www-form-urlencoded' | 'message/rfc822'

/** Headers of the successful answers of some operations, which their handlers set. */
export type AnswerHeader = 'ETag' | 'Location' | 'Set-Cookie'

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
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
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
  /**
   * Another party's server calls it, writes the body in this media type and signs what it sends: the handler is given
   * the request as it came. It tells of no act of a person, so the audit trail has nothing of it.
   */
  readonly callback?: CallbackMedia
  /** Of one that needs no credential: its service is told who is signed in in the browser that asks, if anybody is. */
  readonly hearsSession?: true
  /** Its service is told by which browser it comes, where one has signed in before: by that browser's device cookie. */
  readonly hearsDevice?: true
  /**
   * An idempotency key is its caller's own, not the organisation's: the answer shows a secret, or is about the caller,
   * so that nobody else may have it repeated.
   */
  readonly ownRepeats?: true
  /**
   * Its answer holds what opens a page or an account beside text that others chose, so it is never compressed: the
   * length would tell how much of a guess is right (BREACH, CVE-2013-3587).
   */
  readonly holdsSecret?: true
  /** Browsers are sent on to another page (302) in place of an answer, where its service has one for them. */
  readonly redirects?: true
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly status: 200 | 201 | 202 | 204
  readonly answer: Answer
  /** What a client may ask for in place of JSON. */
  readonly alsoAnswers?: 'text/csv'
  /** Media types of an answer that is streamed as text; without any it is JSON. */
  readonly media?: readonly string[]
  /** Statuses of failures that a person is told of by a page (text/html), beside the problems of the gateway. */
  readonly failurePages?: readonly number[]
  /** Headers of a successful answer, beside those that follow from its status, method and kind of answer. */
  readonly headers?: readonly AnswerHeader[]
  /**
   * What it may answer, beside what every operation may. `precondition_failed` says that it honours If-Match,
   * `idempotency_mismatch` that it honours Idempotency-Key.
   */
  readonly errors: readonly ErrorCode[]
}

/** Server-sent events (WHATWG HTML §9.2). */
export const EVENT_STREAM = 'text/event-stream'

/** The answer of an operation that streams text instead of JSON. */
export const textStream = z.custom<AsyncIterable<string>>()

/** Whether a request may come without a body, which is `{}` then. */
export const mayLackBody = ({ body, callback }: Operation): boolean =>
  body.safeParse(callback ? undefined : {}).success

/** Whether a path is for guests, who are known by the token in it. */
export const isForGuests = (path: string): boolean => path.startsWith('/public/')

/** Whether an answer is compressed where the client takes it: what is read with a credential, and holds no secret. */
export const mayCompress = ({ method, scope, holdsSecret, media }: Operation): boolean =>
  method === 'get' && scope !== null && !holdsSecret && !media

/** Whether a path is of the platform API, for partners and members of organisations with early access. */
export const isPlatform = (path: string): boolean => path.startsWith('/api/')

export const defineOperation = <
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Body extends z.ZodType,
  Answer extends z.ZodType | null,
>(
  operation: Operation<Params, Query, Body, Answer>,
): Operation<Params, Query, Body, Answer> => operation
