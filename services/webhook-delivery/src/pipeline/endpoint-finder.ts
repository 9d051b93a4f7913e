import type { CloudEvent } from '@usher/contracts'
import { type Clock, createBatchLoader } from '@usher/service-kit'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import type { EndpointStore } from '../endpoints/endpoint-store.ts'

/** How long a lookup may serve events that happened before it, in ms. */
const FRESH_MS = 20

/** How far the clock of the service that published an event may be behind ours, in ms. */
const MAX_CLOCK_DIFFERENCE_MS = 1_000

interface Context {
  readonly endpoints: Pick<EndpointStore, 'findTaking'>
  readonly clock: Clock
}

interface Lookup {
  /** In ms since 1970. */
  readonly startedAt: number
  readonly endpoints: Promise<EndpointRecord[]>
}

/**
 * Finds the endpoints of an event's organisation that receive or keep it; one query serves many events. Never
 * uses a lookup older than the event: an endpoint created in between must get it.
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
  const fresh = new Map<string, Lookup>()
  const lookUp = (organizationId: string): Lookup => {
    const lookup = { startedAt: clock.now().getTime(), endpoints: load(organizationId) }
    const forget = () => {
      if (fresh.get(organizationId) === lookup) fresh.delete(organizationId)
    }
    fresh.set(organizationId, lookup)
    lookup.endpoints.then(() => setTimeout(forget, FRESH_MS), forget)
    return lookup
  }
  return ({ organizationid, time }) => {
    const known = fresh.get(organizationid)
    const latest = Date.parse(time) + MAX_CLOCK_DIFFERENCE_MS
    return (known && latest < known.startedAt ? known : lookUp(organizationid)).endpoints
  }
}
