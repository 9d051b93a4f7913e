import type { EndpointRecord } from '../endpoints/endpoint.ts'
import type { ClaimedDelivery } from '../log/delivery-store.ts'
import type { LaneFacts } from '../pacing/lane.ts'
import type { Recording } from './recording.ts'

/** A claimed delivery on its way through this process, with its endpoint as it was when it was read. */
export interface Job {
  readonly delivery: ClaimedDelivery
  /** undefined: deleted */
  readonly endpoint: EndpointRecord | undefined
  readonly endpointReadAt: Date
  /** Of a delivery that is attempted before it is written. */
  readonly first?: {
    readonly recording: Recording
    /** Aborted: its event comes again, here or elsewhere. */
    readonly lost: AbortSignal
  }
  /** Called once its attempt is over, however it went. */
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
