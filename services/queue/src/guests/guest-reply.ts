import type { Guest } from '@usher/contracts'
import { entityTag } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import type { GuestChange } from '../queue-state/queue-state.ts'
import type { NextGuest } from './call-next.ts'
import { changesOfAdding } from './guest-audit.ts'
import { presentAdded, presentGuest, type View } from './guest-view.ts'

/** A guest who was called as the next. */
export type CalledChange = GuestChange & Pick<NextGuest, 'clause'>

/** The reply with a guest who was called as the next. */
export const calledReply = (ctx: Viewer) => {
  const reply = guestReply(ctx)
  return (called: CalledChange) => {
    const { body, ...more } = reply(called)
    return { body: { ...body, clause: called.clause }, ...more }
  }
}

type GuestWithState = Pick<GuestChange, 'guest' | 'state' | 'changes'>

type Viewer = Pick<QueueContext, 'clock' | 'statusUrl'>

/** How to present guests now. */
export const viewNow = ({ clock, statusUrl }: Viewer): View => ({ statusUrl, now: clock.now() })

/** The reply with a guest, and the changed fields. */
export const guestReply = (ctx: Viewer) => (result: GuestWithState) => {
  const body = presentGuest(result.guest, result.state, viewNow(ctx))
  const headers = { etag: etagOf(result, body.estimated_wait_range) }
  return { body, headers, ...(result.changes && { audit: { changes: result.changes } }) }
}

/** The reply with an added guest. */
export const addedReply = (ctx: Viewer) => (result: GuestWithState) => {
  const body = presentAdded(result.guest, result.state, viewNow(ctx))
  const etag = etagOf(result, body.estimated_wait_range)
  const headers = { etag, location: `/v1/guests/${result.guest._id}` }
  return { body, headers, audit: { changes: changesOfAdding(result.guest) } }
}

/** Includes the wait range, as waits get shorter with time alone. */
function etagOf({ guest, state }: GuestWithState, range: Guest['estimated_wait_range']): string {
  // Anonymising is no event of the guest, yet it changes the representation.
  const since = guest.anonymized_at?.getTime() ?? state.queue.line_version
  return entityTag(guest.sequence, since, ...(range ? [range.low, range.high] : []))
}
