import type { Caller } from '@usher/contracts'
import { notFound, requireMatch } from '@usher/service-kit'
import type { WebhookContext } from '../context.ts'
import type { EndpointChanges, EndpointRecord } from './endpoint.ts'
import type { Within } from './endpoint-store.ts'

interface Target {
  readonly caller: Caller
  readonly id: string
  readonly ifMatch: string | undefined
  /** Transaction to make the change in, if any. */
  readonly within?: Within
}

type Stores = Pick<WebhookContext, 'endpoints'>

/** Finds an endpoint of the caller's organisation. @throws ProblemError `not_found` */
export async function findEndpoint(
  { endpoints }: Stores,
  caller: Caller,
  id: string,
  within: Within = {},
): Promise<EndpointRecord> {
  const found = await endpoints.find(caller.organization_id, id, within)
  if (!found) throw notFound('webhook endpoint')
  return found
}

/**
 * Changes the current version of an endpoint. Retries after a concurrent change, so that `If-Match` is
 * checked against the version being overwritten.
 *
 * @returns the endpoint before and after
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export async function changeEndpoint(
  stores: Stores,
  target: Target,
  change: (current: EndpointRecord) => EndpointChanges,
): Promise<{ before: EndpointRecord; after: EndpointRecord }> {
  for (;;) {
    const before = await findMatching(stores, target)
    const after = await stores.endpoints.update(before, change(before), target.within)
    if (after) return { before, after }
  }
}

/**
 * Deletes an endpoint and returns its last version. @throws ProblemError `not_found`, `precondition_failed`
 */
export async function removeEndpoint(stores: Stores, target: Target): Promise<EndpointRecord> {
  for (;;) {
    const current = await findMatching(stores, target)
    if (await stores.endpoints.delete(current)) return current
    // Changed concurrently: read it again.
  }
}

async function findMatching(
  stores: Stores,
  { caller, id, ifMatch, within }: Target,
): Promise<EndpointRecord> {
  const current = await findEndpoint(stores, caller, id, within)
  requireMatch(ifMatch, current.version)
  return current
}
