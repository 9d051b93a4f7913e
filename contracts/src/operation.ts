import { z } from 'zod'
import type { ErrorCode } from './problem.ts'
import type { Scope } from './scopes.ts'
import type { ServiceName } from './services.ts'

/** Media types in which other parties' servers send us callbacks. */
export type CallbackMedia = 'application/json' | 'application/x-www-form-urlencoded' | 'message/rfc822'

/** Headers of some operations' successful answers, set by their handlers. */
export type AnswerHeader = 'ETag' | 'Location' | 'Set-Cookie'

/**
 * One public operation: the gateway authorises and forwards it, a service parses it, the documents describe it, and
 * the tests walk through it. Paths are in OpenAPI form (`/v1/queues/{id}`).
 */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType | null = z.ZodType | null,
  Needs extends Scope | null = Scope | null,
> {
  readonly id: string
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly service: ServiceName
  /** null: needs no credential. */
  readonly scope: Needs
  /**
   * Whether API keys limited to some queues may use it: its service then refuses other queues. Such keys may use
   * nothing else of the organisation (403 `forbidden`).
   */
  readonly perQueue?: true
  /**
   * Called by another party's server, which signs the body in this media type: the handler gets the request as
   * received. It is no act of a person, so it is not in the audit trail.
   */
  readonly callback?: CallbackMedia
  /** Refused to credentials for live data (400 `mode_mismatch`). */
  readonly onlyTest?: true
  /** Of an account: shows what was done with test data when it is called in test mode. */
  readonly followsMode?: true
  /** Changes nothing despite its method, so it is not audited. */
  readonly isReadOnly?: true
  /** For operations without a credential: the service learns who is signed in in the browser, if anybody. */
  readonly hearsSession?: true
  /** The service learns the browser's device cookie, set where somebody has signed in before. */
  readonly hearsDevice?: true
  /**
   * Idempotency keys belong to the caller, not to the organisation: the answer contains a secret or concerns the
   * caller, so nobody else may have it repeated.
   */
  readonly ownRepeats?: true
  /**
   * The answer holds what opens a page or an account beside text that others chose, so it is never compressed: the
   * length would reveal how much of a guess is right (BREACH, CVE-2013-3587).
   */
  readonly holdsSecret?: true
  /** Browsers are redirected to another page (302) instead of an answer, if the service has one for them. */
  readonly redirects?: true
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly status: 200 | 201 | 202 | 204
  readonly answer: Answer
  /** A media type that clients may ask for instead of JSON. */
  readonly alsoAnswers?: 'text/csv'
  /** Media types of an answer streamed as text; JSON without any. */
  readonly media?: readonly string[]
  /** Of a stream that ends: the field of an event's data that is null until the last event. */
  readonly endsWith?: string
  /** Statuses of failures shown to people as a page (text/html), besides the gateway's problems. */
  readonly failurePages?: readonly number[]
  /** Headers of a successful answer, besides those that follow from its status, method and media type. */
  readonly headers?: readonly AnswerHeader[]
  /**
   * Possible errors, besides those of every operation. `precondition_failed` means that it honours If-Match,
   * `idempotency_mismatch` that it honours Idempotency-Key.
   */
  readonly errors: readonly ErrorCode[]
}

/** Server-sent events (WHATWG HTML §9.2). */
export const EVENT_STREAM = 'text/event-stream'

/** The answer of an operation that streams text instead of JSON. */
export const textStream = z.custom<AsyncIterable<string>>()

/** Whether the body may be missing, which means `{}`. */
export const mayLackBody = ({ body, callback }: Operation): boolean =>
  body.safeParse(callback ? undefined : {}).success

/** Whether requests are in the audit trail: those of people that may change something. */
export const isAudited = ({
  method,
  callback,
  isReadOnly,
}: Pick<Operation, 'callback' | 'isReadOnly'> & { readonly method: string }): boolean =>
  method !== 'get' && method !== 'options' && !callback && !isReadOnly

/**
 * Whether an operation in test mode is about test data. Members, keys, message providers and other settings of an account
 * are those of the live organisation.
 */
export const isByMode = ({ path, followsMode }: Pick<Operation, 'path' | 'followsMode'>): boolean =>
  !path.startsWith('/account/') || followsMode === true

/** Whether a path is for guests, identified by the token in it. */
export const isForGuests = (path: string): boolean => path.startsWith('/public/')

/** Whether an answer may be compressed: it requires a credential, and holds no secret. */
export const mayCompress = ({ method, scope, holdsSecret, media }: Operation): boolean =>
  method === 'get' && scope !== null && !holdsSecret && !media

/** Whether a path belongs to the platform API, for partners and for members of organisations with early access. */
export const isPlatform = (path: string): boolean => path.startsWith('/api/')

/** Path parameters or query of an operation without any. */
const nothing = z.object({})

/** The body of an operation without one: a body that is sent must be empty or `{}`. */
export const noBody = z.strictObject({}).optional()

/** Defines an operation, without path parameters, query and body unless they are given. */
export const defineOperation = <
  Answer extends z.ZodType | null,
  Needs extends Scope | null,
  Params extends z.ZodObject = typeof nothing,
  Query extends z.ZodObject = typeof nothing,
  Body extends z.ZodType = typeof noBody,
>(
  operation: Omit<Operation<Params, Query, Body, Answer, Needs>, 'params' | 'query' | 'body'> & {
    readonly params?: Params
    readonly query?: Query
    readonly body?: Body
  },
) =>
  ({ params: nothing, query: nothing, body: noBody, ...operation }) as unknown as Operation<
    Params,
    Query,
    Body,
    Answer,
    Needs
  >
