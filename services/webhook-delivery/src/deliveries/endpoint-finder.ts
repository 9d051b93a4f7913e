import { createBatchLoader } from '@usher/service-kit'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import type { EndpointStore } from '../endpoints/endpoint-store.ts'

/** Milliseconds for which what was found is used again: less than the way of an event from its change to here. */
const FRESH_MS = 20

/** Finds the enabled endpoints of an organisation, for many events with one query. */
export function createEndpointFinder(
  endpoints: Pick<EndpointStore, 'findEnabled'>,
): (organizationId: string) => Promise<EndpointRecord[]> {
  const load = createBatchLoader<string, EndpointRecord[]>(async (organizationIds) => {
    const found = await endpoints.findEnabled([...new Set(organizationIds)])
    const byOrganization = Map.groupBy(found, ({ organization_id }) => organization_id)
    return organizationIds.map((id) => byOrganization.get(id) ?? [])
  })
  const fresh = new Map<string, Promise<EndpointRecord[]>>()
  return (organizationId) => {
    const known = fresh.get(organizationId)
    if (known) return known
    const found = load(organizationId)
    fresh.set(organizationId, found)
    const forget = () => setTimeout(() => fresh.delete(organizationId), FRESH_MS)
    found.then(forget, () => fresh.delete(organizationId))
    return found
  }
}
