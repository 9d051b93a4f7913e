import { UsherError, type UsherErrorCode } from '@usher/sdk/client'

export type FieldError = UsherError['errors'][number]

/** No response after all retries. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** Whether an error comes from the API or the connection, not from a fault of the dashboard. */
export const isApiError = (error: unknown): boolean =>
  error instanceof UsherError || error instanceof ConnectionError

/** Texts for the codes that staff meet most; other codes show their `detail`. */
const WORDS: { readonly [Code in UsherErrorCode]?: string } = {
  insufficient_scope: 'Your role does not allow this. Ask a manager of your organisation.',
  invalid_sign_in: 'The e-mail address or password is wrong.',
  email_taken: 'An account with this e-mail address already exists. Sign in instead.',
  invalid_proof: 'The password or code is wrong.',
  queue_full: 'The queue is full. Guests can be added once somebody leaves.',
  queue_closed: 'The queue is closed: it is outside its opening hours.',
  queue_paused: 'The queue is paused. Resume it to add guests.',
  queue_empty: 'There is nobody left to call.',
  undo_expired: 'Too late to undo. You have 30 minutes to undo a change.',
  precondition_failed: 'Somebody else changed this in the meantime. Check it and try again.',
  rate_limited: 'Too many attempts. Wait a moment and try again.',
}

/** The text to show for any error. */
export function messageOf(error: unknown): string {
  if (error instanceof ConnectionError) return 'Usher cannot be reached. Check the connection and try again.'
  if (!(error instanceof UsherError)) return 'Something went wrong on this page. Reload it and try again.'
  if (error.status >= 500) return `Usher cannot do this at the moment. Try again shortly.${reference(error)}`
  return (error.code && WORDS[error.code]) ?? error.message
}

const reference = ({ requestId }: UsherError): string => (requestId ? ` (Reference: ${requestId})` : '')
