import type { GuestResult } from '@usher/contracts'
import { notFound, ProblemError } from '@usher/service-kit'
import type { GuestLookup } from '../engine/batch.ts'
import type { Act } from '../queue-state/guest-change.ts'
import type { Change, GuestChange, QueueState } from '../queue-state/queue-state.ts'
import { changesOfAll, withChanges } from './guest-audit.ts'
import { presentGuest, type View } from './guest-view.ts'
import { notifyGuest } from './transitions.ts'

/** The outcome for each guest, in the order requested. */
export type SeveralChange = Change & {
  readonly outcomes: readonly { readonly id: string; readonly done: GuestChange | ProblemError }[]
}

/** Notifies guests of one queue, each on their own, in one commit. */
export function notifySeveral(
  before: QueueState,
  guestIds: readonly string[],
  lookUp: GuestLookup,
  act: Act,
): SeveralChange {
  let state = before
  const outcomes = guestIds.map((id) => {
    const done = notifyOne(state, id, lookUp, act)
    if (!(done instanceof ProblemError)) state = done.state
    return { id, done }
  })
  const steps = outcomes.flatMap(({ done }) => (done instanceof ProblemError ? [] : [done]))
  return { state, events: [], steps, outcomes, changes: changesOfAll(steps) }
}

function notifyOne(state: QueueState, id: string, lookUp: GuestLookup, act: Act): GuestChange | ProblemError {
  const guest = lookUp(id)
  if (guest?.queue_id !== state.queue._id) return notFound('guest')
  try {
    return withChanges({ state, guest }, notifyGuest(state, guest, act))
  } catch (error) {
    if (error instanceof ProblemError) return error
    throw error
  }
}

/** The answer for several guests. */
export const presentSeveral = ({ state, outcomes, changes }: SeveralChange, view: View) => ({
  body: {
    data: outcomes.map(
      ({ id, done }): GuestResult =>
        done instanceof ProblemError
          ? { guest_id: id, guest: null, code: done.code, detail: done.message }
          : { guest_id: id, guest: presentGuest(done.guest, state, view), code: null, detail: null },
    ),
  },
  ...(changes && { audit: { changes } }),
})
