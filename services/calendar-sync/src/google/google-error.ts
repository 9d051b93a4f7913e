import { retryAfterMs } from '@usher/service-kit'

/**
 * What went wrong with a request to Google:
 *
 * - transient: it may work later (quota, an outage, no answer)
 * - auth: Google refuses the tokens
 * - forbidden: the account may not do this with the calendar
 * - not_found, gone (deleted, or a sync token that is too old), conflict (the id is taken), precondition (If-Match)
 * - invalid: Google does not understand us
 */
export type GoogleFault =
  | 'transient'
  | 'auth'
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

/** 403 that means "later" (Calendar API guides, "Handle API errors", "Usage limit exceeded"). */
const LIMITS = new Set([
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

/** Tells apart what a request of Google's client library failed with. An error of another kind is given back as it is. */
export function googleErrorOf(error: unknown, now: Date): unknown {
  if (error instanceof GoogleError || !(error instanceof Error)) return error
  const { response } = error as Failure
  // An own mistake is no outage.
  if (!response) return isOurs(error) ? error : new GoogleError('transient')
  const { status } = response
  const reason = reasonOf(response.data)
  const wait = response.headers.get('retry-after')
  return new GoogleError(faultOf(status, reason), {
    status,
    reason,
    retryAfterMs: (wait && retryAfterMs(wait, now)) || null,
  })
}

const isOurs = ({ name }: Error): boolean => ['TypeError', 'RangeError', 'ReferenceError'].includes(name)

function faultOf(status: number, reason: string | null): GoogleFault {
  if (reason !== null && (LIMITS.has(reason) || reason === 'backendError')) return 'transient'
  // RFC 6749 §5.2: the refresh token or the code is not valid any more.
  if (reason === 'invalid_grant') return 'auth'
  return status >= 500 ? 'transient' : (FAULTS[status] ?? 'invalid')
}

/** `{ error: { errors: [{ reason }] } }` of the API, or `{ error }` of the OAuth server; only words of a fixed kind. */
function reasonOf(data: unknown): string | null {
  const { error } = (data ?? {}) as { error?: unknown }
  const given = typeof error === 'string' ? error : firstReason(error)
  return typeof given === 'string' && /^\w{1,60}$/.test(given) ? given : null
}

const firstReason = (error: unknown): unknown =>
  (error as { errors?: { reason?: unknown }[] } | undefined)?.errors?.[0]?.reason
