import type { AddressChannel, Channel, Template } from '@usher/contracts'
import type { Invite } from '../notifications/notification.ts'
import type { SendResult } from '../notifications/outcome.ts'
import type { Brand } from '../organizations/organization-store.ts'

/** How e-mails show whom they are from. */
export interface Letterhead extends Omit<Brand, 'logo_path'> {
  readonly logo_url: string | null
}

/** A message to give to a provider. */
export interface OutgoingMessage {
  /** Id of the notification, the same at every attempt: providers recognise a repeat by it. */
  readonly id: string
  readonly organizationId: string
  readonly channel: Channel
  /** E.164, an e-mail address, or the guest for push. */
  readonly to: string
  /** For e-mail and push. */
  readonly subject: string
  readonly text: string
  /** Language of the text; absent: unknown. */
  readonly locale?: Template['locale'] | undefined
  /** Whose letterhead an e-mail has; absent: unknown, or no e-mail. */
  readonly letterhead?: Letterhead | undefined
  /** For the recipient's calendar, in an e-mail. */
  readonly invite?: Invite | undefined
  /** Not sent after this time; null: never expires. */
  readonly expiresAt: Date | null
  /** Number of this attempt, from 1. */
  readonly attempt: number
}

/** A way to send messages. */
export interface Provider {
  /** Unique among all providers. */
  readonly id: string
  /** Its kind, for people. */
  readonly name: string
  readonly channels: readonly Channel[]
  /** Whether a message sent again under the same id is delivered once, so that a lost response is harmless. */
  readonly recognisesRepeats: boolean
  /** Whether it reports on the delivery of each message in time. */
  readonly givesReceipts: boolean
  /** Set for the installation's own: one organisation's misuse harms the mail of all. */
  readonly isShared?: true
  /** Set where messages arrive nowhere: the list of messages shows them as they would have been sent. */
  readonly isPretended?: true
  /** Must not throw whatever the other side does, and must stop once the signal is aborted. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendResult>
  /** Whether its circuit breaker is open. */
  isResting?(): boolean
  /** Closes its connections; it gets no more messages. */
  close?(): void
}

/**
 * The provider for an organisation's message; undefined if there is none for the channel.
 *
 * @param before the provider that may already have the message: chosen if still possible
 */
export type ChooseProvider = (
  organizationId: string,
  channel: Channel,
  before?: string | null,
) => Promise<Provider | undefined>

/** A message from a recipient. */
export interface InboundMessage {
  readonly organizationId: string
  readonly provider: string
  /** The provider's own message id, by which a repeat is recognised. */
  readonly providerMessageId: string
  readonly channel: AddressChannel
  /** E.164 or an e-mail address. */
  readonly from: string
  readonly to: string
  readonly text: string
  readonly at: Date
  /** The provider's own reading, if it acted on it and answered the sender: takes precedence over ours. */
  readonly optOut?: 'stop' | 'start' | 'help' | undefined
}

/** Handles an inbound message. May be called twice for the same one. */
export type OnInbound = (message: InboundMessage) => Promise<void>
