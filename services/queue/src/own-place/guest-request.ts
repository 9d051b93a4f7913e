import type { Idempotency } from '@usher/service-kit'
import type { Access } from '../access.ts'

/** Scopes a guest's idempotency key to the organisation, so that it is deleted with it. */
export const keyWithin = ({ organization_id }: Access, idempotency: Idempotency | undefined) =>
  idempotency && { ...idempotency, id: `${organization_id}:${idempotency.id}` }
