/**
 * Why a delivery cannot be trusted.
 *
 * - `missing_header`: one of the three Standard Webhooks headers is missing
 * - `malformed_header`: a header does not have the format that Usher sends
 * - `signature_mismatch`: no signature matches the body and any of the secrets
 * - `timestamp_too_old`, `timestamp_too_new`: correctly signed, but outside the tolerance: possibly a replay attack
 * - `malformed_body`: correctly signed, but not a JSON event
 */
export type WebhookErrorCode =
  | 'missing_header'
  | 'malformed_header'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'malformed_body'

/** A delivery that must not be processed. The message contains no delivery data and may be logged. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}
