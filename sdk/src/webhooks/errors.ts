/**
 * Why a delivery is not to be trusted.
 *
 * - `missing_header`: one of the three headers of Standard Webhooks is not there
 * - `malformed_header`: a header is not of the form that Usher sends
 * - `signature_mismatch`: none of the signatures is made with one of the secrets over this body
 * - `timestamp_too_old`, `timestamp_too_new`: signed rightly, but outside the tolerance: perhaps a replay
 * - `malformed_body`: signed rightly, but not an event in JSON
 */
export type WebhookErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'malformed_body'

/** A delivery that must not be acted on. Its message holds nothing of the delivery and may be logged. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
