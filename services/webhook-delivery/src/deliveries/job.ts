import type { EndpointRecord } from '../endpoints/endpoint.ts'
import type { ClaimedDelivery } from './delivery-store.ts'

/** A claimed delivery on its way through this process, with its endpoint as it was when it was read. */
export interface Job {
  readonly delivery: ClaimedDelivery
  /** undefined: deleted */
  readonly endpoint: EndpointRecord | undefined
  readonly endpointReadAt: Date
  /** Called once its attempt is over, however it went. */
  readonly onEnd?: () => void
}
