import { type CloudEvent, replyHandled } from '@usher/contracts'
import { inTransaction, PermanentError } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { keepNew } from '../automatic/keep-new.ts'
import type { NotificationContext } from '../context.ts'
import type { Step } from '../notifications/lifecycle.ts'
import type { Sending } from '../sending/dispatcher.ts'
import { answerTo } from './answer.ts'
import type { AnswerKind } from './answer-words.ts'

/** Refusals that mean the guest is no longer in a line. */
const GONE: readonly (string | null)[] = ['invalid_transition', 'not_found']

/** Tells guests the outcome of what they asked for, once: the reply is the cause of its answer. */
export const createHandledHandler =
  (ctx: NotificationContext, { dispatcher }: Sending) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    await inTransaction(ctx.connection, async (session) => {
      const steps: Step[] = []
      for (const event of events) steps.push(...(await answersTo(ctx, event, session)))
      await keepNew(ctx, steps, session, { isRepeated: true })
    })
    void dispatcher.run()
  }

async function answersTo(
  ctx: NotificationContext,
  event: CloudEvent,
  session: ClientSession,
): Promise<Step[]> {
  const parsed = replyHandled.data.safeParse(event.data)
  if (!parsed.success) throw new PermanentError('not what became of a reply')
  const { id, guest_id, intent, minutes, outcome, reason } = parsed.data
  const reply = await ctx.replies.find(event.organizationid, id, session)
  if (!reply) return []
  const guest = await ctx.guests.find(event.organizationid, guest_id, session)
  const refusal: AnswerKind = GONE.includes(reason) ? 'gone' : 'refused'
  const kind = outcome === 'done' ? intent : refusal
  const record = answerTo(reply, { kind, minutes, locale: guest?.locale ?? null }, ctx.clock.now())
  return record ? [{ record, told: [] }] : []
}
