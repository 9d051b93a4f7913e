import type { Reply as GuestReply } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import type { InboundMessage } from '../providers/provider.ts'
import type { AnswerKind } from './answer-words.ts'
import type { Decision } from './decide-reply.ts'

/** A reply, as stored. */
export interface ReplyRecord extends Omit<GuestReply, 'id' | 'received_at' | 'anonymized_at'> {
  readonly _id: string
  readonly organization_id: string
  /** The immediate answer. */
  readonly answer: AnswerKind | null
  readonly provider_message_id: string
  readonly received_at: Date
  readonly anonymized_at: Date | null
}

/** Longest text stored: far more than any phone sends. */
const MAX_CHARACTERS = 4_000

export const newReply = (message: InboundMessage, decision: Decision, now: Date): ReplyRecord => ({
  _id: newId('reply'),
  organization_id: message.organizationId,
  guest_id: decision.guest?._id ?? null,
  queue_id: decision.guest?.queue_id ?? null,
  channel: message.channel,
  from: message.from,
  text: message.text.slice(0, MAX_CHARACTERS).toWellFormed(),
  intent: decision.intent,
  minutes: decision.minutes,
  answer: decision.answer,
  provider: message.provider,
  provider_message_id: message.providerMessageId,
  received_at: now,
  anonymized_at: null,
})

/** A reply as returned by the API. */
export const presentReply = (record: ReplyRecord): GuestReply => ({
  id: record._id,
  guest_id: record.guest_id,
  queue_id: record.queue_id,
  channel: record.channel,
  from: record.from,
  text: record.text,
  intent: record.intent,
  minutes: record.minutes,
  provider: record.provider,
  received_at: record.received_at.toISOString(),
  anonymized_at: record.anonymized_at?.toISOString() ?? null,
})
