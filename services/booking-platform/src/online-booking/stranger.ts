import type { Idempotency, Origin } from '@usher/service-kit'
import type { BookingPageRecord } from '../booking-page/booking-page.ts'

/** Actor in events and in the audit trail for what customers do by themselves. */
const ACTOR = 'customer'

type Organization = Pick<BookingPageRecord, 'organization_id'>

/** Who did something on a page, for the audit trail. */
export const noteOf = ({ organization_id }: Organization) => ({ organization_id, actor: ACTOR })

export const originOf = (
  { organization_id }: Organization,
  { origin }: { readonly origin: Pick<Origin, 'requestId' | 'traceparent'> },
): Origin => ({ ...origin, organizationId: organization_id, actor: ACTOR })

/** Prefixed with the organisation, so that the record is deleted with it. */
export const keyOf = ({ organization_id }: Organization, key: Idempotency | undefined) =>
  key && { ...key, id: `${organization_id}:${key.id}` }
