import type { Channel, Template } from '@usher/contracts'
import type { Receipt, SendResult } from '../notifications/outcome.ts'

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
  /** Language that it is written in; absent: not known. */
  readonly locale?: Template['locale'] | undefined
  /** From then on it would do more harm than good; null: it is always welcome. */
  readonly expiresAt: Date | null
}

/** A way to send messages. */
export interface Provider {
  /** Tells it from all others. */
  readonly id: string
  /** What kind it is, for people. */
  readonly name: string
  readonly channels: readonly Channel[]
  /** Whether a message sent again under the same id stays one message, so that a lost answer is harmless. */
  readonly recognisesRepeats: boolean
  /** Whether it tells in time what became of each message. */
  readonly givesReceipts: boolean
  /** It is the installation's: what one organisation sends by it harms the mail of all. */
  readonly isShared?: true
  /** Must not throw for anything that the other side does, and must give up once the signal is aborted. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>
  /** Whether it is left alone for the moment, as it has failed too often lately. */
  isResting?(): boolean
  /** Ends what it keeps open; it is not given messages any more. */
  close?(): void
}

/** Keeps what a receipt tells. Receipts may come twice, in any order, and before their sending was kept. */
export type OnReceipt = (receipt: Receipt) => Promise<void>

/**
 * The provider that a message of an organisation goes to; undefined where there is none for the channel.
 *
 * @param before the one that may have the message already: it is chosen where it still can be
 */
export type ChooseProvider = (
  organizationId: string,
  channel: Channel,
  before?: string | null,
) => Promise<Provider | undefined>

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
