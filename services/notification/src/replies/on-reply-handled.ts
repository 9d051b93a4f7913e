import { type CloudEvent, replyHandled } from '@usher/contracts'
import { inTransaction, PermanentError, recordInInbox } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { NotificationContext } from '../context.ts'
import type { Sending } from '../sending/dispatcher.ts'
import { answerTo } from './answer.ts'
import type { AnswerKind } from './answer-words.ts'

/** Refusals that mean the guest is no longer in a line. */
const GONE: readonly (string | null)[] = ['invalid_transition', 'not_found']

/**
 * Tells guests the outcome of what they asked for. The messages and the inbox commit together, so that a redelivered
 * event is answered once.
 */
export const createHandledHandler =
  (ctx: NotificationContext, { dispatcher }: Sending) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    await inTransaction(ctx.connection, async (session) => {
      const fresh = await recordInInbox(
        ctx.inbox,
        events.map(({ id }) => id),
        session,
      )
      const unique = new Map(events.map((event) => [event.id, event]))
      for (const event of unique.values()) if (fresh.has(event.id)) await sendOutcome(ctx, event, session)
    })
    void dispatcher.run()
  }

async function sendOutcome(
  ctx: NotificationContext,
  event: CloudEvent,
  session: ClientSession,
): Promise<void> {
  const parsed = replyHandled.data.safeParse(event.data)
  if (!parsed.success) throw new PermanentError('not what became of a reply')
  const { id, guest_id, intent, minutes, outcome, reason } = parsed.data
  const reply = await ctx.replies.find(event.organizationid, id, session)
  if (!reply) return
  const guest = await ctx.guests.find(event.organizationid, guest_id, session)
  const refusal: AnswerKind = GONE.includes(reason) ? 'gone' : 'refused'
  const kind = outcome === 'done' ? intent : refusal
  const message = answerTo(reply, { kind, minutes, locale: guest?.locale ?? null }, ctx.clock.now())
  if (!message?.cause) return
  const told = await ctx.notifications.knownCauses([event.organizationid], [message.cause], session)
  if (told.size === 0) await ctx.notifications.insertMany([message], session)
}
