import type { components } from '../generated/openapi.ts'
import { retryAfterSeconds } from './retry-after.ts'

type Problem = components['schemas']['Problem']

/** The stable codes of Usher's errors; later versions of the API may have more. */
export type UsherErrorCode = Problem['code']

/** An answer that is an error: what is in its problem details (RFC 9457). */
export class UsherError extends Error {
  override readonly name = 'UsherError'
  readonly status: number
  /** undefined where it was not Usher that answered, but for example a proxy. */
  readonly code: UsherErrorCode | undefined
  /** What went wrong this time, for people. */
  readonly detail: string | undefined
  /** Name it when you ask for help. */
  readonly requestId: string | undefined
  /** The invalid fields, for the code `validation_failed`. */
  readonly errors: NonNullable<Problem['errors']>
  /** After how many seconds it is worth trying again, where the answer says so. */
  readonly retryAfterSeconds: number | undefined

  constructor({ status, headers }: Response, problem: Partial<Problem>) {
    super(problem.detail ?? problem.title ?? `The request was answered ${status}`)
    this.status = status
    this.code = problem.code
    this.detail = problem.detail
    this.requestId = problem.request_id ?? headers.get('x-request-id') ?? undefined
    this.errors = problem.errors ?? []
    this.retryAfterSeconds = retryAfterSeconds(headers, Date.now())
  }
}

/** Reads an answer that is an error. */
export async function usherErrorOf(response: Response): Promise<UsherError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false
  const problem = isProblem ? await response.json().catch(() => ({})) : await response.body?.cancel()
  return new UsherError(response, problem ?? {})
}
