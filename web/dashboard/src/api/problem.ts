import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { UsherError, type UsherErrorCode } from '@usher/sdk/client'
import { type Language, language } from '../language/language.ts'

export type FieldError = UsherError['errors'][number]

/** No response after all retries. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
}

/** Whether an error comes from the API or the connection, not from a fault of the dashboard. */
export const isApiError = (error: unknown): boolean =>
  error instanceof UsherError || error instanceof ConnectionError

/** Texts for the codes that staff meet most; other codes show their `detail`. */
const WORDS: { readonly [Code in UsherErrorCode]?: MessageDescriptor } = {
  insufficient_scope: msg`Your role does not allow this. Ask a manager of your organisation.`,
  invalid_sign_in: msg`The e-mail address or password is wrong.`,
  email_taken: msg`An account with this e-mail address already exists. Sign in instead.`,
  invalid_proof: msg`The password or code is wrong.`,
  queue_full: msg`The queue is full. Guests can be added once somebody leaves.`,
  queue_closed: msg`The queue is closed: it is outside its opening hours.`,
  queue_paused: msg`The queue is paused. Resume it to add guests.`,
  queue_empty: msg`There is nobody left to call.`,
  lane_kept_for_booking: msg`The place is kept for a booking. You can still call somebody from the list.`,
  undo_expired: msg`Too late to undo. You have 30 minutes to undo a change.`,
  precondition_failed: msg`Somebody else changed this in the meantime. Check it and try again.`,
  rate_limited: msg`Too many attempts. Wait a moment and try again.`,
}

/** The text to show for any error. */
export function messageOf(error: unknown, shownIn: Language = language): string {
  if (error instanceof ConnectionError) return t`Usher cannot be reached. Check the connection and try again.`
  if (!(error instanceof UsherError)) return t`Something went wrong on this page. Reload it and try again.`
  if (error.status >= 500) return failureText(error)
  const words = error.code && WORDS[error.code]
  if (words) return i18n._(words)
  const { message } = error
  // The API writes English only.
  return shownIn === 'en' ? message : t`The server answered in English: ${message}`
}

const failureText = ({ requestId }: UsherError): string =>
  requestId
    ? t`Usher cannot do this at the moment. Try again shortly. (Reference: ${requestId})`
    : t`Usher cannot do this at the moment. Try again shortly.`
