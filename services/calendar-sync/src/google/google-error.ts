import { retryAfterMs } from '@usher/service-kit'
import { z } from 'zod'

/**
 * What went wrong with a request to Google:
 *
 * - transient: it may work later (quota, an outage, no answer, an answer that is not Google's)
 * - auth: Google refuses the tokens
 * - disconnected: there is no such connection any more, so Google was not asked
 * - forbidden: the account may not do this with the calendar
 * - not_found, gone (deleted, or a sync token that is too old), conflict (the id is taken), precondition (If-Match)
 * - invalid: Google does not understand us
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

/** A request to Google that failed. It keeps nothing of the request, which holds tokens and people's words. */
export class GoogleError extends Error {
  override name = 'GoogleError'
  readonly fault: GoogleFault
  /** HTTP status; null: there was no answer. */
  readonly status: number | null
  /** Google's own word for it, where it has one. */
  readonly reason: string | null
  /** Milliseconds after which Google wants to be asked again; null: it did not say. */
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

/** A success that Google would not answer so: something else did. */
export const notGoogles = (): GoogleError => new GoogleError('transient', { reason: 'not_googles_answer' })

/** Reasons that mean "later", 403 with them, too (Calendar API guides, "Handle API errors", "Usage limit exceeded"). */
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

/** The parts of an error of the client library that are looked at. */
interface Failure {
  readonly response?: { readonly status: number; readonly headers: Headers; readonly data: unknown }
}

/** What an answer says, in the words of the API or of the OAuth server. Undefined: it is not an error of Google's. */
type ReasonOf = (status: number, data: unknown) => string | undefined

/**
 * Tells apart what a request to the API failed with. An error of another kind is given back as it is.
 *
 * An answer that a proxy or another server gave says nothing of what Google knows, whatever its status.
 */
export const googleErrorOf = (error: unknown, now: Date): unknown =>
  failureOf(error, now, apiReason, (status) => FAULTS[status] ?? 'invalid')

/**
 * Tells apart what a request to the OAuth server failed with; `auth`: the refresh token or the code is not valid. All
 * else is not the account's fault (RFC 6749 §5.2).
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
  // An own mistake is no outage.
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
