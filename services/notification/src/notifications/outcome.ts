import type { NotificationError } from '@usher/contracts'

/**
 * Result of handing a message to a provider:
 *
 * - sent: accepted, under the provider's own identifier
 * - refused: it never will accept it
 * - failed: not accepted, but may be later
 * - unknown: perhaps accepted; no answer arrived
 */
export type SendResult =
  | {
      readonly outcome: 'sent'
      readonly messageId: string
      /** Set by providers that know the outcome at once. */
      readonly receipt?: Pick<Receipt, 'status' | 'error'>
    }
  | { readonly outcome: 'refused' | 'unknown'; readonly error: NotificationError }
  | {
      readonly outcome: 'failed'
      readonly error: NotificationError
      readonly retryAfterMs?: number
      /** The provider works; this recipient cannot be reached for now. */
      readonly isOfRecipient?: boolean
    }

/** A provider's later report on a message that it accepted. */
export interface Receipt {
  readonly notificationId: string
  readonly provider: string
  /** accepted: the provider has it; delivery is not known yet */
  readonly status: 'accepted' | 'delivered' | 'failed'
  readonly at: Date
  /** Why it failed. */
  readonly error?: NotificationError
}

/** The provider will never accept it. */
export const refused = (code: string, message: string, provider_code: string | null = null) =>
  ({ outcome: 'refused', error: { code, message, provider_code } }) satisfies SendResult
