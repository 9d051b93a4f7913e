import { type CloudEvent, guestAdded, guestAlmostReady, guestUpdated } from '@usher/contracts'
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
  const { party_size, estimated_wait } = parsed.data
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
    party_size,
    estimated_wait,
    has_arrived: Boolean(parsed.data.arrived_at),
    sequence: event.sequence,
    updated_at: new Date(event.time),
  }
}

/** The guest whom an event is about: its subject, or of one that is of a stay what its data names. */
export const guestIdOf = ({ type, subject, data }: CloudEvent): string =>
  type === guestAlmostReady.type ? String((data as { id?: unknown } | null)?.id) : subject

/** A guest as close to the head of a queue as an event tells; all else is as it is known, if it is. */
export function guestCloseBy(known: GuestRecord | undefined, event: CloudEvent): GuestRecord {
  const told = guestAfter(undefined, event)
  const { queue_id, position, estimated_wait } = told
  return known ? { ...known, queue_id, position, estimated_wait } : told
}
