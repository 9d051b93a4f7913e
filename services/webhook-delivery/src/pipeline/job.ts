import type { EndpointRecord } from '../endpoints/endpoint.ts'
import type { ClaimedDelivery } from '../log/delivery-store.ts'
import type { LaneFacts } from '../pacing/lane.ts'
import type { Recording } from './recording.ts'

/** A claimed delivery in this process, with the endpoint as last read. */
export interface Job {
  readonly delivery: ClaimedDelivery
  /** undefined: deleted */
  readonly endpoint: EndpointRecord | undefined
  readonly endpointReadAt: Date
  /** Set if the delivery is attempted before it is written. */
  readonly first?: {
    readonly recording: Recording
    /** Aborted when the broker connection is lost: the event will be redelivered, to any replica. */
    readonly lost: AbortSignal
  }
  /** Called once the attempt has ended, whatever its outcome. */
  readonly onEnd?: () => void
}

export const laneFactsOf = (
  { webhook_id, organization_id }: Pick<ClaimedDelivery, 'webhook_id' | 'organization_id'>,
  endpoint: EndpointRecord | undefined,
): LaneFacts => ({
  name: webhook_id,
  organizationId: organization_id,
  ratePerSecond: endpoint?.rate_limit_per_second ?? null,
})
