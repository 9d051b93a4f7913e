import type { Caller } from '@usher/contracts'
import type { Idempotency } from '@usher/service-kit'

/** A key for what concerns members alone: a colleague's same key must not bring up the answer to another. */
export const ownIdempotency = (
  idempotency: Idempotency | undefined,
  { actor }: Caller,
): Idempotency | undefined => idempotency && { ...idempotency, id: `${idempotency.id}:${actor}` }
