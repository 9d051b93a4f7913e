import type { CloudEvent } from '@usher/contracts'
import { type Clock, createBatchLoader } from '@usher/service-kit'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import type { EndpointStore } from '../endpoints/endpoint-store.ts'

/** Milliseconds for which what was found is used for events that happened before it was looked for. */
const FRESH_MS = 20

interface Context {
  readonly endpoints: Pick<EndpointStore, 'findTaking'>
  readonly clock: Clock
}

interface Found {
  /** In ms since 1970. */
  readonly soughtAt: number
  readonly endpoints: Promise<EndpointRecord[]>
}

/**
 * Finds the endpoints of an event's organisation that take it or are to keep it, for many events with one query. What was found
 * before the event happened is not used: an endpoint that was made in between is to get it.
 */
export function createEndpointFinder({
  endpoints,
  clock,
}: Context): (event: CloudEvent) => Promise<EndpointRecord[]> {
  const load = createBatchLoader<string, EndpointRecord[]>(async (organizationIds) => {
    const found = await endpoints.findTaking([...new Set(organizationIds)], clock.now())
    const byOrganization = Map.groupBy(found, ({ organization_id }) => organization_id)
    return organizationIds.map((id) => byOrganization.get(id) ?? [])
  })
  const fresh = new Map<string, Found>()
  const look = (organizationId: string): Found => {
    const found = { soughtAt: clock.now().getTime(), endpoints: load(organizationId) }
    const forget = () => {
      if (fresh.get(organizationId) === found) fresh.delete(organizationId)
    }
    fresh.set(organizationId, found)
    found.endpoints.then(() => setTimeout(forget, FRESH_MS), forget)
    return found
  }
  return ({ organizationid, time }) => {
    const known = fresh.get(organizationid)
    return (known && Date.parse(time) < known.soughtAt ? known : look(organizationid)).endpoints
  }
}
