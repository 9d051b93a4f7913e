import { notFound, requireMatch } from '@usher/service-kit'
import type { NotificationContext } from '../../context.ts'
import type { ProviderRecord } from './provider-record.ts'

interface Target {
  readonly organizationId: string
  readonly id: string
  readonly ifMatch: string | undefined
}

type Stores = Pick<NotificationContext, 'providers'>

/**
 * A provider of an organisation.
 *
 * @throws ProblemError `not_found`
 */
export async function findProvider(
  { providers }: Stores,
  organizationId: string,
  id: string,
): Promise<ProviderRecord> {
  const found = await providers.find(organizationId, id)
  if (!found) throw notFound('message provider')
  return found
}

/**
 * Changes a provider. If another writer was first, reads it again, so that `If-Match` is checked against the version
 * being replaced.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
export async function changeProvider(
  stores: Stores,
  target: Target,
  change: (current: ProviderRecord) => Promise<ProviderRecord>,
): Promise<{ before: ProviderRecord; after: ProviderRecord }> {
  for (;;) {
    const before = await findMatching(stores, target)
    const after = await change(before)
    if (await stores.providers.replace(before, after)) return { before, after }
  }
}

/**
 * Deletes a provider and returns it.
 *
 * @throws ProblemError as {@link changeProvider}
 */
export async function removeProvider(stores: Stores, target: Target): Promise<ProviderRecord> {
  for (;;) {
    const current = await findMatching(stores, target)
    if (await stores.providers.delete(current)) return current
  }
}

async function findMatching(stores: Stores, { organizationId, id, ifMatch }: Target) {
  const current = await findProvider(stores, organizationId, id)
  requireMatch(ifMatch, current.version)
  return current
}
