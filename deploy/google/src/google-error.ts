interface Details {
  readonly domain?: string
  readonly location?: string
  readonly locationType?: 'header' | 'parameter'
  /** Seconds, for Retry-After. */
  readonly retryAfter?: number
}

/**
 * An error response of the Calendar API, in Google's JSON:
 * https://developers.google.com/workspace/calendar/api/guides/errors
 */
export class GoogleError extends Error {
  readonly status: number
  readonly reason: string
  readonly details: Details

  constructor(status: number, reason: string, message: string, details: Details = {}) {
    super(message)
    this.status = status
    this.reason = reason
    this.details = details
  }

  /** What is sent. */
  get body() {
    const { domain = 'global', location, locationType } = this.details
    const first = { domain, reason: this.reason, message: this.message, locationType, location }
    return { error: { errors: [first], code: this.status, message: this.message } }
  }
}

export const invalid = (message: string, location?: string): GoogleError =>
  new GoogleError(400, 'invalid', message, location ? { location, locationType: 'parameter' } : {})

export const required = (message: string): GoogleError => new GoogleError(400, 'required', message)

export const notFound = (message = 'Not Found'): GoogleError => new GoogleError(404, 'notFound', message)

export const duplicate = (): GoogleError =>
  new GoogleError(409, 'duplicate', 'The requested identifier already exists.')

export const deleted = (): GoogleError => new GoogleError(410, 'deleted', 'Resource has been deleted')

export const fullSyncRequired = (): GoogleError =>
  new GoogleError(410, 'fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', {
    domain: 'calendar',
    location: 'syncToken',
    locationType: 'parameter',
  })

export const conditionNotMet = (): GoogleError =>
  new GoogleError(412, 'conditionNotMet', 'Precondition Failed', {
    location: 'If-Match',
    locationType: 'header',
  })

export const invalidCredentials = (): GoogleError =>
  new GoogleError(401, 'authError', 'Invalid Credentials', {
    location: 'Authorization',
    locationType: 'header',
  })

export const insufficientPermissions = (): GoogleError =>
  new GoogleError(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.')

export const needsAccess = (role: string): GoogleError =>
  new GoogleError(403, 'requiredAccessLevel', `You need to have ${role} access to this calendar.`, {
    domain: 'calendar',
  })

const usageLimit = (status: number, reason: string, message: string, retryAfter?: number) =>
  new GoogleError(status, reason, message, {
    domain: 'usageLimits',
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })

/** Both statuses are in use for the same limits (same page, "403: User rate limit exceeded" and "429"). */
export const tooMany = {
  userRateLimitExceeded: (retryAfter?: number) =>
    usageLimit(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded', retryAfter),
  rateLimitExceeded: (retryAfter?: number) =>
    usageLimit(403, 'rateLimitExceeded', 'Rate Limit Exceeded', retryAfter),
  tooManyRequests: (retryAfter?: number) =>
    usageLimit(429, 'rateLimitExceeded', 'Rate Limit Exceeded', retryAfter),
} as const

export const backendError = (retryAfter?: number): GoogleError =>
  new GoogleError(500, 'backendError', 'Backend Error', retryAfter === undefined ? {} : { retryAfter })

export const unavailable = (retryAfter?: number): GoogleError =>
  new GoogleError(503, 'backendError', 'Service Unavailable', retryAfter === undefined ? {} : { retryAfter })
