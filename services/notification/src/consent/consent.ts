import type { CloudEvent, Consent } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import type { GuestRecord } from '../guests/guest-store.ts'

/** How somebody consented to messages, as stored. */
export interface ConsentRecord extends Omit<Consent, 'id' | 'at'> {
  readonly _id: string
  readonly organization_id: string
  readonly at: Date
}

/** The actor of guests' own actions. */
export const GUEST = 'guest'

/**
 * The consent that comes with a guest's phone number, if an event brings a new one. A guest who enters a number on
 * the join page wants to be told of their turn; staff who enter it attest to that.
 */
export function consentBy(
  event: CloudEvent,
  before: GuestRecord | undefined,
  after: GuestRecord,
): ConsentRecord[] {
  if (after.phone === null || after.phone === before?.phone) return []
  const consent: ConsentRecord = {
    _id: newId('consent'),
    organization_id: event.organizationid,
    channel: 'sms',
    address: after.phone,
    method: event.actor === GUEST ? 'joined' : 'staff',
    actor: event.actor,
    guest_id: after._id,
    evidence: event.id,
    at: new Date(event.time),
  }
  return [consent]
}

/** A consent as returned by the API. */
export const presentConsent = ({ _id, organization_id: _, at, ...record }: ConsentRecord): Consent => ({
  id: _id,
  ...record,
  at: at.toISOString(),
})
