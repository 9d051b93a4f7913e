import type { Display } from '@usher/contracts'
import type { Clock } from '@usher/service-kit'
import type { Access } from '../access.ts'
import type { QueueReader } from '../engine/reader.ts'
import { displayLabelOf } from '../guests/display-label.ts'
import { deskOf } from '../guests/guest-view.ts'
import type { Line } from '../line/line.ts'
import { firstWaitingByTurn } from '../queue-state/line-order.ts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { waitOfNewcomer } from '../queue-state/queue-waits.ts'
import type { GuestStore, ShownGuest } from '../records/guest-store.ts'

const MAX_CALLED = 8
const MAX_NEXT = 6
/** Called guests in line searched for the most recent ones. */
const MAX_LOOKED_AT = 50

export interface DisplaySource {
  readonly clock: Clock
  readonly reader: QueueReader
  readonly guests: GuestStore
}

/**
 * What a screen shows of a queue now.
 *
 * @throws ProblemError `not_found`
 */
export async function readDisplay(source: DisplaySource, queueId: string, access: Access): Promise<Display> {
  const now = source.clock.now()
  const state = await source.reader.queue(queueId, access)
  const called = calledOf(state.line)
  const next = firstWaitingByTurn(state, MAX_NEXT, now).map(({ id }) => id)
  const guests = await source.guests.shown(access.organization_id, [...called, ...next])
  return presentDisplay(state, now, {
    called: called.flatMap((id) => guests.get(id) ?? []),
    next: next.flatMap((id) => guests.get(id) ?? []),
  })
}

function calledOf(line: Line): string[] {
  const ids: string[] = []
  for (const { id, bucket } of line.entries()) {
    if (bucket === null) ids.push(id)
    if (ids.length === MAX_LOOKED_AT) break
  }
  return ids
}

function presentDisplay(
  state: QueueState,
  now: Date,
  guests: { readonly called: readonly ShownGuest[]; readonly next: readonly ShownGuest[] },
): Display {
  const { organization_id, name, status, pause_reason, timezone, public_join } = state.queue
  const { low, high } = waitOfNewcomer(state, now)
  const called = guests.called
    // The line may be slightly older than the guests.
    .flatMap((guest) =>
      guest.status === 'notified' && guest.notified_at ? [{ guest, at: guest.notified_at }] : [],
    )
    .sort((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, MAX_CALLED)
  return {
    organization_id,
    name,
    status,
    pause_reason,
    timezone,
    public_join,
    waiting_count: state.line.size,
    estimated_wait_range: { low, high },
    called: called.map(({ guest, at }) => ({
      label: displayLabelOf(guest),
      called_at: at.toISOString(),
      desk: deskOf(guest),
    })),
    next: guests.next.map((guest) => ({ label: displayLabelOf(guest) })),
  }
}
