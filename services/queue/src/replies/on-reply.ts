import { type CloudEvent, replyHandled, replyReceived } from '@usher/contracts'
import { newEvent, originOf, PermanentError } from '@usher/service-kit'
import { answerEach, type EventStores, refusalIn } from '../answer-each.ts'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { ACTOR } from '../own-place/guest-request.ts'
import { type AskedByReply, decisionOf } from './reply-decision.ts'

/**
 * Carries out what guests ask for by message, and reports the outcome. The idempotency key is the reply's id, so that
 * a redelivered event is not carried out twice.
 */
export const createReplyHandler = (ctx: QueueContext, stores: EventStores) =>
  answerEach(stores, async (event) => {
    const parsed = replyReceived.data.safeParse(event.data)
    if (!parsed.success) throw new PermanentError('not what a guest asks for by a message')
    return handledEvent(event, parsed.data, await refusalOf(ctx, event, parsed.data), ctx.clock.now())
  })

/** Carries out a request; returns the code of a refusal, or null if done. */
async function refusalOf(ctx: QueueContext, event: CloudEvent, asked: AskedByReply): Promise<string | null> {
  const { id, guest_id, intent, minutes } = asked
  const access = { organization_id: event.organizationid }
  const decide = decisionOf(asked)
  const origin = { ...originOf(event), actor: ACTOR }
  const command = guestCommand(guest_id, access, (state, guest) =>
    decide(state, guest, { now: ctx.clock.now(), origin, statusUrl: ctx.statusUrl }),
  )
  const once = { id: `${event.organizationid}:reply:${id}`, fingerprint: `${intent} ${minutes}` }
  try {
    await ctx.writer.answer(command, () => ({ body: null }), once)
    return null
  } catch (error) {
    return refusalIn(error).code
  }
}

function handledEvent(event: CloudEvent, asked: AskedByReply, reason: string | null, now: Date): CloudEvent {
  const { id, guest_id, intent, minutes } = asked
  const outcome = reason === null ? 'done' : 'refused'
  return newEvent(replyHandled, {
    ...{ subject: id, sequence: 1, time: now, origin: { ...originOf(event), actor: ACTOR } },
    data: { id, guest_id, intent, minutes, outcome, reason },
  })
}
