interface Answer {
  readonly status: number
  /** Where it differs from the key. */
  readonly reason?: string
  readonly message: string
  readonly domain?: string
  readonly location?: string
  readonly locationType?: 'header' | 'parameter'
}

/** The Calendar API's errors: https://developers.google.com/workspace/calendar/api/guides/errors */
const ERRORS = {
  badRequest: { status: 400, message: 'Bad Request' },
  invalid: { status: 400, message: 'Invalid Value' },
  required: { status: 400, message: 'Required' },
  timeRangeEmpty: { status: 400, message: 'The specified time range is empty.', domain: 'calendar' },
  channelIdNotUnique: { status: 400, message: 'Channel id not unique' },
  'push.webhookUrlNotHttps': { status: 400, message: 'WebHook callback must be HTTPS' },
  authError: {
    status: 401,
    message: 'Invalid Credentials',
    location: 'Authorization',
    locationType: 'header',
  },
  insufficientPermissions: {
    status: 403,
    message: 'Request had insufficient authentication scopes.',
  },
  requiredAccessLevel: {
    status: 403,
    message: 'You need to have writer access to this calendar.',
    domain: 'calendar',
  },
  // Both statuses are in use for the same limits ("403: User rate limit exceeded" and "429").
  userRateLimitExceeded: { status: 403, message: 'User Rate Limit Exceeded', domain: 'usageLimits' },
  rateLimitExceeded: { status: 403, message: 'Rate Limit Exceeded', domain: 'usageLimits' },
  tooManyRequests: {
    status: 429,
    reason: 'rateLimitExceeded',
    message: 'Rate Limit Exceeded',
    domain: 'usageLimits',
  },
  notFound: { status: 404, message: 'Not Found' },
  duplicate: { status: 409, message: 'The requested identifier already exists.' },
  deleted: { status: 410, message: 'Resource has been deleted' },
  fullSyncRequired: {
    status: 410,
    message: 'Sync token is no longer valid, a full sync is required.',
    domain: 'calendar',
    location: 'syncToken',
    locationType: 'parameter',
  },
  conditionNotMet: {
    status: 412,
    message: 'Precondition Failed',
    location: 'If-Match',
    locationType: 'header',
  },
  backendError: { status: 500, message: 'Backend Error' },
  unavailable: { status: 503, reason: 'backendError', message: 'Service Unavailable' },
} as const satisfies Record<string, Answer>

export type GoogleErrorKind = keyof typeof ERRORS

/** An error response of the Calendar API. */
export class GoogleError extends Error {
  readonly status: number
  readonly reason: string
  readonly #answer: Answer

  constructor(kind: GoogleErrorKind, message?: string) {
    const answer: Answer = ERRORS[kind]
    super(message ?? answer.message)
    this.status = answer.status
    this.reason = answer.reason ?? kind
    this.#answer = answer
  }

  /** What is sent. */
  get body() {
    const { domain = 'global', location, locationType } = this.#answer
    const first = { domain, reason: this.reason, message: this.message, locationType, location }
    return { error: { errors: [first], code: this.status, message: this.message } }
  }
}
