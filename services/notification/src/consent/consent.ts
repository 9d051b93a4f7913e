import type { Channel, CloudEvent, Consent } from '@usher/contracts'
import { newId } from '@usher/service-kit'
import type { GuestRecord } from '../guests/guest-store.ts'

/** How somebody came to agree to messages, as stored. */
export interface ConsentRecord {
  readonly _id: string
  readonly organization_id: string
  readonly channel: Channel
  readonly address: string
  readonly method: Consent['method']
  readonly actor: string
  readonly guest_id: string | null
  readonly evidence: string
  readonly at: Date
}

/** The actor of what guests do themselves. */
export const GUEST = 'guest'

/**
 * The consent that comes with a guest's number, if an event brings one that is new. Whoever gives a
 * number on the join page gives it to be told of their turn; staff who give it attest that the guest wants that.
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

/** A consent as the API answers it. */
export const presentConsent = ({ _id, organization_id: _, at, ...record }: ConsentRecord): Consent => ({
  id: _id,
  ...record,
  at: at.toISOString(),
})
