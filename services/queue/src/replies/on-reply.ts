import { type CloudEvent, ERROR_CODES, replyHandled, replyReceived } from '@usher/contracts'
import {
  appendToOutbox,
  type InboxModel,
  newEvent,
  originOf,
  outboxModel,
  PermanentError,
  ProblemError,
  recordInInbox,
} from '@usher/service-kit'
import type { Connection } from 'mongoose'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../guests/guest-command.ts'
import { ACTOR } from '../own-place/guest-request.ts'
import { type AskedByReply, decisionOf } from './reply-decision.ts'

interface Stores {
  readonly connection: Connection
  readonly inbox: InboxModel
}

/**
 * Does what guests ask for by messages, one after the other, and tells what became of it. What is done is kept under
 * the reply's identifier, and what is told commits with the inbox: an event that comes again after a crash in between
 * is not done twice, and is told of once.
 */
export const createReplyHandler =
  (ctx: QueueContext, { connection, inbox }: Stores) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const parsed = replyReceived.data.safeParse(event.data)
      if (!parsed.success) throw new PermanentError('not what a guest asks for by a message')
      if (await inbox.exists({ _id: event.id })) continue
      const told = handledEvent(event, parsed.data, await refusalOf(ctx, event, parsed.data), ctx.clock.now())
      await connection.transaction(async (session) => {
        const fresh = await recordInInbox(inbox, [event.id], session)
        if (fresh.has(event.id)) await appendToOutbox(outboxModel(connection), [told], session)
      })
    }
  }

/** Does what is asked for; gives the code of a refusal, null where it is done. */
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
    if (!(error instanceof ProblemError) || ERROR_CODES[error.code][0] >= 500) throw error
    return error.code
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
