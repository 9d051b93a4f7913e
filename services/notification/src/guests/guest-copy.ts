import { type CloudEvent, guestAdded, guestAlmostReady, guestUpdated } from '@usher/contracts'
import { PermanentError } from '@usher/service-kit'
import type { GuestRecord } from './guest-store.ts'

/**
 * A guest's copy after an event; unchanged if a later event was applied.
 *
 * @throws PermanentError for an event without the required data
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
    ...(before?.push && { push: before.push }),
    sequence: event.sequence,
    updated_at: new Date(event.time),
  }
}

/** The guest of an event: its subject or, for events about a stay, the guest in its data. */
export const guestIdOf = ({ type, subject, data }: CloudEvent): string =>
  type === guestAlmostReady.type ? String((data as { id?: unknown } | null)?.id) : subject

/** Applies an event that a guest is close to the head of the queue; other known facts stay. */
export function guestCloseBy(known: GuestRecord | undefined, event: CloudEvent): GuestRecord {
  const told = guestAfter(undefined, event)
  const { queue_id, position, estimated_wait } = told
  return known ? { ...known, queue_id, position, estimated_wait } : told
}
