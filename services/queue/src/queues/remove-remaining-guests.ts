import type { Origin } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import { guestCommand } from '../engine/guest-command.ts'
import { removeGuest } from '../guests/transitions.ts'
import { isInLine } from '../records/guest-record.ts'
import type { QueueRecord } from '../records/queue-record.ts'

const CHUNK = 256

/**
 * Removes everyone from the line of a deleted queue, each with an event, some hundred per transaction. It ends
 * because nobody can join any more; if interrupted, the next sweep continues.
 */
export async function removeRemainingGuests(
  ctx: QueueContext,
  queue: QueueRecord,
  origin: Origin,
): Promise<void> {
  const ofQueue = { organization_id: queue.organization_id, queue_id: queue._id }
  for (;;) {
    const left = await ctx.guests.idsInLine(ofQueue, CHUNK)
    if (left.length === 0) return
    const act = { now: ctx.clock.now(), origin, statusUrl: ctx.statusUrl }
    await Promise.all(
      left.map((id) =>
        ctx.writer.submit(
          guestCommand(id, queue, (state, guest) =>
            // A guest transferred meanwhile stays in the other line.
            isInLine(guest.status) && guest.queue_id === queue._id
              ? removeGuest(state, guest, act)
              : { state, guest, events: [] },
          ),
        ),
      ),
    )
  }
}
