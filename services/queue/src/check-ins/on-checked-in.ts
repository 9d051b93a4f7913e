import { bookingCheckedIn, bookingCheckInHandled, type CloudEvent, ERROR_CODES } from '@usher/contracts'
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
import type { Command } from '../line/command.ts'
import type { GuestChange } from '../line/queue-state.ts'
import { requireOwnQueue } from '../queues/queue-decisions.ts'
import { addBooked, type CheckIn } from './check-in-decision.ts'

interface Stores {
  readonly connection: Connection
  readonly inbox: InboxModel
}

interface Outcome {
  /** null: it was refused. */
  readonly guest_id: string | null
  readonly reason: string | null
}

/**
 * Has the customers of bookings who have arrived stand in queues, and tells what became of it. A guest is kept under
 * the identifier of the check-in, and what is told commits with the inbox: an event that comes again after a crash in
 * between adds nobody a second time, and is told of once.
 */
export const createCheckInHandler =
  (ctx: QueueContext, { connection, inbox }: Stores) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) {
      const parsed = bookingCheckedIn.data.safeParse(event.data)
      if (!parsed.success) throw new PermanentError('not the check-in of a booking')
      if (await inbox.exists({ _id: event.id })) continue
      const told = handledEvent(event, parsed.data, await outcomeOf(ctx, event, parsed.data), ctx.clock.now())
      await connection.transaction(async (session) => {
        const fresh = await recordInInbox(inbox, [event.id], session)
        if (fresh.has(event.id)) await appendToOutbox(outboxModel(connection), [told], session)
      })
    }
  }

/** Adds the guest; gives who it is, or the code of a refusal. */
async function outcomeOf(ctx: QueueContext, event: CloudEvent, asked: CheckIn): Promise<Outcome> {
  const access = { organization_id: event.organizationid }
  const { phone } = asked.customer
  const duplicateOf = phone ? await ctx.findDuplicate({ ...access, phone }) : null
  const act = { now: ctx.clock.now(), origin: originOf(event), statusUrl: ctx.statusUrl }
  const adding: Command<GuestChange> = {
    queueId: asked.queue_id,
    decide: (current) => addBooked(requireOwnQueue(current, access), asked, act, duplicateOf),
  }
  const once = { id: `${event.organizationid}:check-in:${asked.check_in_id}`, fingerprint: asked.booking_id }
  try {
    const { body } = await ctx.writer.answer(adding, ({ guest }) => ({ body: guest._id }), once)
    return { guest_id: body, reason: null }
  } catch (error) {
    if (!(error instanceof ProblemError) || ERROR_CODES[error.code][0] >= 500) throw error
    return { guest_id: null, reason: error.options.errors?.[0]?.code ?? error.code }
  }
}

function handledEvent(event: CloudEvent, asked: CheckIn, outcome: Outcome, now: Date): CloudEvent {
  const { check_in_id, booking_id, queue_id } = asked
  return newEvent(bookingCheckInHandled, {
    ...{ subject: check_in_id, sequence: 1, time: now, origin: originOf(event) },
    data: {
      ...{ check_in_id, booking_id, queue_id },
      outcome: outcome.guest_id === null ? 'refused' : 'done',
      ...outcome,
    },
  })
}
