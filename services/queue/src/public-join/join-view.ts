import { hash } from 'node:crypto'
import type { Joined, JoinPage } from '@usher/contracts'
import type { QueueContext } from '../context.ts'
import { ownPlaceReply } from '../own-place/own-place-view.ts'
import type { GuestChange, QueueState } from '../queue-state/queue-state.ts'
import { waitOfNewcomer } from '../queue-state/queue-waits.ts'
import { joinRefusalOf, publicFieldsOf, withPublicSizes } from './join-decision.ts'

/** What a queue shows people who may want to join. */
export function presentJoinPage(state: QueueState, now: Date): JoinPage {
  const { organization_id, name, status, pause_reason, ...queue } = state.queue
  const refusal = joinRefusalOf(state, now)
  const { low, high } = waitOfNewcomer(state, now)
  return {
    organization_id,
    name,
    status,
    can_join: !refusal,
    refusal: (refusal?.code ?? null) as JoinPage['refusal'],
    pause_reason,
    estimated_wait_range: { low, high },
    min_party_size: queue.min_party_size,
    max_party_size: withPublicSizes(state.queue).max_party_size,
    takes_bookings: state.queue.public_join && Boolean(state.queue.bookings),
    custom_fields: publicFieldsOf(state.queue).map(({ public: _, ...field }) => field),
  }
}

/** The join page; its ETag is derived from the content, as waits change by themselves. */
export function joinPageReply(state: QueueState, now: Date) {
  const body = presentJoinPage(state, now)
  return { body, headers: { etag: `"${hash('sha256', JSON.stringify(body), 'base64url')}"` } }
}

/** The answer to a guest who has joined. */
export function joinedReply({ clock, tokens, statusUrl }: QueueContext, { guest, state }: GuestChange) {
  const { body, headers } = ownPlaceReply(guest, state, clock.now())
  const joined: Joined = { ...body, status_url: statusUrl(guest._id) }
  return { body: joined, headers: { ...headers, location: `/public/guests/${tokens.of(guest._id)}` } }
}
