import type { Guest } from '@usher/contracts'
import { entityTag } from '@usher/service-kit'
import type { QueueContext } from '../context.ts'
import type { GuestChange } from '../queue-state/queue-state.ts'
import { presentAdded, presentGuest, type View } from './guest-view.ts'

type Told = Pick<GuestChange, 'guest' | 'state' | 'changes'>

type Viewer = Pick<QueueContext, 'clock' | 'statusUrl'>

/** What guests are shown as, at this moment. */
export const viewNow = ({ clock, statusUrl }: Viewer): View => ({ statusUrl, now: clock.now() })

/** Answers with a guest, and with what was changed. */
export const guestReply = (ctx: Viewer) => (told: Told) => {
  const body = presentGuest(told.guest, told.state, viewNow(ctx))
  const headers = { etag: etagOf(told, body.estimated_wait_range) }
  return { body, headers, ...(told.changes && { audit: { changes: told.changes } }) }
}

/** Answers with a guest who was added. */
export const addedReply = (ctx: Viewer) => (told: Told) => {
  const body = presentAdded(told.guest, told.state, viewNow(ctx))
  const etag = etagOf(told, body.estimated_wait_range)
  return { body, headers: { etag, location: `/v1/guests/${told.guest._id}` } }
}

/** Waits get shorter with the time alone, so they are part of the tag. */
function etagOf({ guest, state }: Told, range: Guest['estimated_wait_range']): string {
  // Making a guest anonymous is no event of the guest, yet what was read before is not the same any more.
  const since = guest.anonymized_at?.getTime() ?? state.queue.line_version
  return entityTag(guest.sequence, since, ...(range ? [range.low, range.high] : []))
}
