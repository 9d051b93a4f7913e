import { type CloudEvent, type DataOf, replyHandled, replyReceived } from '@usher/contracts'
import { newEvent, originOf, PermanentError } from '@usher/service-kit'
import { MINUTE_MS } from '@usher/service-kit/durations'
import { answerEach, refusalIn } from '../answer-each.ts'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { type GuestDecision, removeGuest, requireInLine } from '../guests/transitions.ts'
import { deferTurn, reportArrival } from '../own-place/own-place-decisions.ts'
import { ACTOR } from '../records/guest-record.ts'

/**
 * Carries out what guests ask for by message, and reports the outcome. The idempotency key is the reply's id, so that
 * a redelivered event is not carried out twice.
 */
export const createReplyHandler = (ctx: QueueContext) =>
  answerEach(ctx, async (event) => {
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
    subject: id,
    sequence: 1,
    time: now,
    origin: { ...originOf(event), actor: ACTOR },
    data: { id, guest_id, intent, minutes, outcome, reason },
  })
}

type AskedByReply = DataOf<typeof replyReceived>

/** Records "I am coming": the guest must be in the line, and nothing changes. */
const confirmComing: GuestDecision = (state, guest) => {
  requireInLine(guest, 'confirmed')
  return { state, guest, events: [] }
}

/**
 * The decision for a guest's request by message, as on the guest's own page. Minutes count from when the message
 * arrived: a request whose time is over is refused.
 */
function decisionOf({ intent, minutes, received_at }: AskedByReply): GuestDecision {
  switch (intent) {
    case 'cancel':
      return removeGuest
    case 'here':
      return reportArrival
    case 'confirm':
      return confirmComing
    case 'late': {
      const until = new Date(Date.parse(received_at) + (minutes ?? 0) * MINUTE_MS)
      return deferTurn({ until: until.toISOString() })
    }
  }
}
