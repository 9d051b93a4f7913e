import type { components } from '../generated/openapi.ts'
import { retryAfterSeconds } from './retry-after.ts'

type Problem = components['schemas']['Problem']

/** The stable codes of Usher's errors; later versions of the API may have more. */
export type UsherErrorCode = Problem['code']

/** An error response, with its problem details (RFC 9457), or an answer of something other than Usher. */
export class UsherError extends Error {
  override readonly name = 'UsherError'
  readonly status: number
  /** undefined if something other than Usher answered, such as a proxy. */
  readonly code: UsherErrorCode | undefined
  /** The kind of problem in words. */
  readonly title: string | undefined
  /** What went wrong, for people. */
  readonly detail: string | undefined
  /** Quote it when you contact support. */
  readonly requestId: string | undefined
  /** The invalid fields, for the code `validation_failed`. */
  readonly errors: NonNullable<Problem['errors']>
  /** The nearest free times, for the code `slot_unavailable`. */
  readonly alternatives: NonNullable<Problem['alternatives']>
  /** The times that are not free, each with the nearest one that is, for the code `series_clash`. */
  readonly clashes: NonNullable<Problem['clashes']>
  /** Seconds to wait before trying again, if the response says so. */
  readonly retryAfterSeconds: number | undefined

  constructor({ status, headers }: Response, problem: Partial<Problem>) {
    const [title, detail] = [textOr(problem.title), textOr(problem.detail)]
    super(detail ?? title ?? `The request was answered ${status}`)
    this.status = status
    this.code = textOr(problem.code)
    this.title = title
    this.detail = detail
    this.requestId = textOr(problem.request_id) ?? headers.get('x-request-id') ?? undefined
    this.errors = listOr(problem.errors)
    this.alternatives = listOr(problem.alternatives)
    this.clashes = listOr(problem.clashes)
    this.retryAfterSeconds = retryAfterSeconds(headers, Date.now())
  }
}

/** Something other than Usher may have answered, with anything in it. */
const textOr = <Text extends string>(value: Text | undefined): Text | undefined =>
  typeof value === 'string' ? value : undefined

const listOr = <Item>(value: Item[] | undefined): Item[] => (Array.isArray(value) ? value : [])

/**
 * Whether something thrown is an error response, and with which code: `isUsherError(error, 'slot_unavailable')`. Names
 * its type where `catch` knows none.
 */
export const isUsherError = <Code extends UsherErrorCode>(
  thrown: unknown,
  ...codes: readonly Code[]
): thrown is UsherError & { readonly code: [Code] extends [never] ? UsherErrorCode | undefined : Code } =>
  thrown instanceof UsherError && (codes.length === 0 || codes.some((code) => code === thrown.code))

/** Parses an error response. */
export async function usherErrorOf(response: Response): Promise<UsherError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json') ?? false
  const problem = isProblem ? await response.json().catch(() => ({})) : await response.body?.cancel()
  return new UsherError(response, problem ?? {})
}
