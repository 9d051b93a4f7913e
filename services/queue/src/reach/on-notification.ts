import {
  type CloudEvent,
  notificationDelivered,
  notificationFailed,
  notificationUnconfirmed,
} from '@usher/contracts'
import { originOf, PermanentError, ProblemError } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { hear, type Word } from './reach.ts'

/** Events that tell whether messages reach their guests. */
export const REACH_EVENTS = [notificationDelivered, notificationFailed, notificationUnconfirmed] as const

const UNCONFIRMED = 'No word came that the message arrived.'

/** Has staff see which guests no message reaches: they may have to call out. Safe to repeat. */
export const createReachHandler =
  (ctx: QueueContext) =>
  async (events: readonly CloudEvent[]): Promise<void> => {
    for (const event of events) await follow(ctx, event)
  }

async function follow({ guests, writer, statusUrl, clock }: QueueContext, event: CloudEvent): Promise<void> {
  const { guestId, word } = wordOf(event)
  // Nearly all messages arrive and change nothing.
  const isNews = { _id: guestId, ...(word.reason === null && { unreached: { $ne: null } }) }
  if (guestId === null || !(await guests.exists(isNews))) return
  const act = { now: clock.now(), origin: { ...originOf(event), actor: 'system' }, statusUrl }
  const access = { organization_id: event.organizationid }
  const decide = hear(word)
  await writer
    .submit(guestCommand(guestId, access, (state, guest) => decide(state, guest, act)))
    .catch((error) => {
      // A guest of another organisation, or of a queue that is gone: nobody is to be told.
      if (!(error instanceof ProblemError) || error.code === 'service_unavailable') throw error
    })
}

function wordOf({ type, data, time }: CloudEvent): { guestId: string | null; word: Word } {
  const parsed = notificationFailed.data.safeParse(data)
  if (!parsed.success) throw new PermanentError('not the data of a notification')
  const { guest_id: guestId, channel, error, created_at } = parsed.data
  const reasons: Readonly<Record<string, string | null>> = {
    [notificationDelivered.type]: null,
    [notificationFailed.type]: error?.message ?? 'The message did not arrive.',
    [notificationUnconfirmed.type]: UNCONFIRMED,
  }
  const reason = reasons[type] ?? null
  return { guestId, word: { channel, reason, messageAt: new Date(created_at), at: new Date(time) } }
}
