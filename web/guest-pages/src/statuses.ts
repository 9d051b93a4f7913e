/** Statuses of answers (RFC 9110 §15) with which pages are sent. */
export const INVALID = 400
export const FORBIDDEN = 403
export const NOT_FOUND = 404
export const CONFLICT = 409
export const TOO_MANY = 429
export const SERVER_ERROR = 500
