import { type CloudEvent, guestAdded, guestUpdated } from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { GuestRecord } from './guest-store.ts'

/**
 * What is known of a guest after an event: nothing new where a later event is known already.
 *
 * @throws PermanentError for an event without what guest events must have
 */
export function guestAfter(before: GuestRecord | undefined, event: CloudEvent): GuestRecord {
  if (before && before.sequence >= event.sequence) return before
  const parsed = (event.type === guestAdded.type ? guestAdded : guestUpdated).data.safeParse(event.data)
  if (!parsed.success) throw new PermanentError('not the data of a guest')
  const { id, queue_id, name, phone, email, position, locale, status_url } = parsed.data
  return {
    _id: id,
    organization_id: event.organizationid,
    queue_id,
    name,
    phone,
    email: email ?? null,
    locale: locale ?? null,
    status: 'status' in parsed.data ? (parsed.data.status as GuestRecord['status']) : 'waiting',
    position,
    status_url: status_url ?? before?.status_url ?? null,
    sequence: event.sequence,
    updated_at: new Date(event.time),
  }
}
