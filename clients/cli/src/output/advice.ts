import type { UsherError, UsherErrorCode } from '@usher/sdk'

const ADVICE: Partial<Record<UsherErrorCode, string>> = {
  unauthorized: 'The credential is wrong, expired or revoked: sign in with usher login, or give another key.',
  insufficient_scope: 'Use a key with this scope, or add it in the dashboard under Developers.',
  forbidden: 'Use a key that is not limited to other queues.',
  early_access_required: 'Ask for early access to bookings.',
  mode_mismatch: 'Use a key for the other data: test keys begin with usk_test_.',
  not_found: 'Check the identifier, and that the key is for the same data: live and test data are apart.',
  queue_paused: 'Resume it: usher queues resume QUEUE.',
  queue_empty: 'Add a guest: usher guests add QUEUE --name NAME.',
  queue_closed: 'Wait until it opens, or change its opening hours.',
  slot_unavailable: 'Look for free times: usher bookings times SERVICE_TYPE.',
  precondition_failed: 'Read it again, then repeat the command.',
  idempotency_mismatch: 'Repeat the command.',
  internal_error: 'This is a fault of Usher. Try again, and give its operator the request id.',
}

/** What to do about an error that Usher answered with, in lines. */
export function adviceFor({ code, retryAfterSeconds, alternatives }: UsherError): string[] {
  return [
    ...(code && ADVICE[code] ? [ADVICE[code]] : []),
    ...(retryAfterSeconds === undefined ? [] : [`Try again in ${retryAfterSeconds} s.`]),
    ...(alternatives.length > 0 ? [`Free: ${alternatives.map(({ start }) => start).join(', ')}`] : []),
  ]
}
