import type { Template } from '@usher/contracts'
import { type NotificationRecord, newNotification } from '../notifications/notification.ts'
import { unreachableBySms } from '../recipients/reach.ts'
import { ownContent } from '../templates/content.ts'
import { type AnswerKind, type AnswerValues, answerText } from './answer-words.ts'
import type { ReplyRecord } from './reply.ts'

/** A later answer would confuse, in ms. */
const WORTH_MS = 60 * 60_000

/** Answers sent despite an opt-out. */
const EXEMPT: readonly AnswerKind[] = ['stopped', 'help']

interface Said extends AnswerValues {
  readonly kind: AnswerKind
  readonly locale: Template['locale'] | null
}

/**
 * The one message that answers a reply; undefined if nobody is to be answered: a sender that is no mobile phone is a
 * machine, and two machines would never stop.
 */
export function answerTo(reply: ReplyRecord, said: Said, now: Date): NotificationRecord | undefined {
  const { _id, organization_id, guest_id, queue_id, channel, from } = reply
  if (from === null || (channel === 'sms' && unreachableBySms(from))) return undefined
  return newNotification(
    {
      organization_id,
      guest_id,
      queue_id,
      channel,
      to: from,
      ...ownContent(answerText(said.kind, said.locale, said)),
      origin: { organizationId: organization_id, actor: 'system', requestId: _id },
      expires_at: new Date(reply.received_at.getTime() + WORTH_MS),
      cause: `reply ${_id}`,
      ...(EXEMPT.includes(said.kind) && { exempt: true }),
    },
    now,
  )
}
