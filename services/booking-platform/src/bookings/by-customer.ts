import type { Idempotency, Origin } from '@usher/service-kit'

/** Actor in events and in the audit trail for what customers do by themselves. */
const ACTOR = 'customer'

interface OfOrganization {
  readonly organization_id: string
}

/** Who did something on a page for customers, for the audit trail. */
export const noteOf = ({ organization_id }: OfOrganization) => ({ organization_id, actor: ACTOR })

export const originOf = (
  { organization_id }: OfOrganization,
  { origin }: { readonly origin: Pick<Origin, 'requestId' | 'traceparent'> },
): Origin => ({ ...origin, organizationId: organization_id, actor: ACTOR })

/** Prefixed with the organisation, so that the record is deleted with it. */
export const keyOf = ({ organization_id }: OfOrganization, key: Idempotency | undefined) =>
  key && { ...key, id: `${organization_id}:${key.id}` }
