import type { Channel, NotificationError } from '@usher/contracts'

/** A message on its way to a provider. */
export interface OutgoingMessage {
  /** Of the notification, the same at every attempt: the key by which a provider can recognise a repeat. */
  readonly id: string
  readonly organizationId: string
  readonly channel: Channel
  /** E.164 or an e-mail address. */
  readonly to: string
  /** Of an e-mail. */
  readonly subject: string
  readonly text: string
}

/**
 * What a provider did with a message:
 *
 * - sent: it has accepted it, under an identifier of its own
 * - refused: it never will
 * - failed: it has certainly not accepted it, and may do so later
 * - unknown: it may have accepted it, as its answer was not heard
 */
export type SendResult =
  | { readonly outcome: 'sent'; readonly messageId: string }
  | { readonly outcome: 'refused' | 'unknown'; readonly error: NotificationError }
  | { readonly outcome: 'failed'; readonly error: NotificationError; readonly retryAfterMs?: number }

/** A way to send messages. */
export interface Provider {
  readonly name: string
  readonly channels: readonly Channel[]
  /** Whether a message sent again under the same id stays one message, so that a lost answer is harmless. */
  readonly recognisesRepeats: boolean
  /** Must not throw for anything that the other side does, and must give up once the signal is aborted. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>
}

/** What a provider says later of a message that it had accepted. */
export interface Receipt {
  readonly notificationId: string
  readonly provider: string
  readonly status: 'delivered' | 'failed'
  readonly at: Date
  /** Why it failed. */
  readonly error?: NotificationError
}

/** Keeps what a receipt tells. Receipts may come twice, in any order, and before their sending was kept. */
export type OnReceipt = (receipt: Receipt) => Promise<void>

/** The provider that a message of an organisation goes to; undefined where there is none for the channel. */
export type ChooseProvider = (organizationId: string, channel: Channel) => Promise<Provider | undefined>

/** What somebody answered by a channel. */
export interface InboundMessage {
  readonly organizationId: string
  readonly provider: string
  /** The provider's own identifier, by which a repeat is recognised. */
  readonly providerMessageId: string
  readonly channel: Channel
  /** E.164 or an e-mail address. */
  readonly from: string
  readonly to: string
  readonly text: string
  readonly at: Date
  /** What the provider took it for, having acted on it and told the sender: it wins over what we understand. */
  readonly optOut?: 'stop' | 'start' | 'help' | undefined
}

/** Takes an answer in. Answers may come twice. */
export type OnInbound = (message: InboundMessage) => Promise<void>
