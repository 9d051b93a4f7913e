import { retryAfterMs } from '@usher/service-kit'
import { z } from 'zod'

/**
 * What went wrong with a request to Google:
 *
 * - transient: may work later (quota, an outage, no response, a response that is not Google's)
 * - auth: Google rejects the tokens
 * - disconnected: the connection no longer exists, so Google was not asked
 * - forbidden: the account may not do this with the calendar
 * - not_found, gone (deleted, or an expired sync token), conflict (the id is taken), precondition (If-Match)
 * - invalid: Google rejects the request as malformed
 */
export type GoogleFault =
  | 'transient'
  | 'auth'
  | 'disconnected'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'precondition'
  | 'invalid'

/** A failed request to Google. Keeps nothing of the request, which holds tokens and personal data. */
export class GoogleError extends Error {
  override name = 'GoogleError'
  readonly fault: GoogleFault
  /** HTTP status; null: no response. */
  readonly status: number | null
  /** Google's own reason, if it sent one. */
  readonly reason: string | null
  /** When Google asks to retry, in ms; null: it did not say. */
  readonly retryAfterMs: number | null

  constructor(
    fault: GoogleFault,
    {
      status = null,
      reason = null,
      retryAfterMs = null,
    }: Partial<Pick<GoogleError, 'status' | 'reason' | 'retryAfterMs'>> = {},
  ) {
    super(`Google: ${fault}${status === null ? '' : ` (${status}${reason ? ` ${reason}` : ''})`}`)
    this.fault = fault
    this.status = status
    this.reason = reason
    this.retryAfterMs = retryAfterMs
  }
}

/** A success response that cannot be Google's: something in between sent it. */
export const notGoogles = (): GoogleError => new GoogleError('transient', { reason: 'not_googles_answer' })

/**
 * What a success response says.
 *
 * @throws GoogleError `transient` if it is not what Google's reference says
 */
export function readAnswer<T>(schema: z.ZodType<T>, answer: unknown): T {
  const read = schema.safeParse(answer)
  if (!read.success) throw notGoogles()
  return read.data
}

/** Reasons to retry later, even with 403 (Calendar API guides, "Handle API errors", "Usage limit exceeded"). */
const TRANSIENT = new Set([
  'backendError',
  'rateLimitExceeded',
  'userRateLimitExceeded',
  'quotaExceeded',
  'calendarUsageLimitsExceeded',
])

const FAULTS: Readonly<Record<number, GoogleFault>> = {
  401: 'auth',
  403: 'forbidden',
  404: 'not_found',
  408: 'transient',
  409: 'conflict',
  410: 'gone',
  412: 'precondition',
  429: 'transient',
}

/** The parts of the client library's errors that we use. */
interface Failure {
  readonly response?: { readonly status: number; readonly headers: Headers; readonly data: unknown }
}

/** The reason in a response of the API or the OAuth server. undefined: it is not an error from Google. */
type ReasonOf = (status: number, data: unknown) => string | undefined

/**
 * Classifies a failure of the API. Other errors are returned unchanged.
 *
 * A response from a proxy or another server says nothing about Google's data, whatever its status.
 */
export const googleErrorOf = (error: unknown, now: Date): unknown =>
  failureOf(error, now, apiReason, (status) => FAULTS[status] ?? 'invalid')

/**
 * Classifies a failure of the OAuth server; `auth`: the refresh token or code is not valid. Nothing else is the
 * account's fault (RFC 6749 §5.2).
 */
export const oauthErrorOf = (error: unknown, now: Date): unknown =>
  failureOf(error, now, oauthReason, (_status, reason) => (reason === 'invalid_grant' ? 'auth' : 'transient'))

function failureOf(
  error: unknown,
  now: Date,
  reasonOf: ReasonOf,
  faultOf: (status: number, reason: string) => GoogleFault,
): unknown {
  if (error instanceof GoogleError || !(error instanceof Error)) return error
  const { response } = error as Failure
  // A bug of ours is no outage.
  if (!response) return isOurs(error) ? error : new GoogleError('transient')
  const { status } = response
  const reason = reasonOf(status, response.data) ?? null
  const wait = response.headers.get('retry-after')
  const isTransient = reason === null || status >= 500 || TRANSIENT.has(reason)
  return new GoogleError(isTransient ? 'transient' : faultOf(status, reason), {
    status,
    reason,
    retryAfterMs: (wait && retryAfterMs(wait, now)) || null,
  })
}

const isOurs = ({ name }: Error): boolean => ['TypeError', 'RangeError', 'ReferenceError'].includes(name)

const word = z.string().regex(/^\w{1,60}$/)
const apiError = z.object({
  error: z.object({ code: z.int(), errors: z.tuple([z.object({ reason: word })], z.unknown()) }),
})
const oauthError = z.object({ error: word })

/** Calendar API guides, "Handle API errors". */
function apiReason(status: number, data: unknown): string | undefined {
  const error = apiError.safeParse(data).data?.error
  return error?.code === status ? error.errors[0].reason : undefined
}

/** RFC 6749 §5.2. */
const oauthReason: ReasonOf = (status, data) =>
  status === 400 || status === 401 ? oauthError.safeParse(data).data?.error : undefined
