import type { WebhookReplay, WebhookReplayCreate } from '@usher/contracts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import type { DeliveryRecord } from '../log/delivery.ts'
import { type DeliveryFilter, type DeliveryPosition, typesFor } from '../log/delivery-log-store.ts'

/** A replay stops after this many consecutive failures: the receiver is not ready for it. */
const MAX_FAILURES_IN_ROW = 10

/** A replay of deliveries to an endpoint, one at a time, in the order of their events. */
export interface ReplayRecord {
  readonly _id: string
  readonly organization_id: string
  readonly webhook_id: string
  readonly status: WebhookReplay['status']
  readonly stopped_reason: WebhookReplay['stopped_reason']
  readonly since: Date
  /** When it was requested: later deliveries are not replayed. */
  readonly until: Date
  readonly which: WebhookReplayCreate['status']
  readonly event: string | null
  readonly total: number
  readonly requeued: number
  readonly delivered: number
  readonly failed: number
  readonly failures_in_row: number
  /** The last delivery handed over to the lane. */
  readonly place: DeliveryPosition | null
  /** When it was handed over; null once its result is counted. */
  readonly handed_over_at: Date | null
  /** Incremented with each change. */
  readonly version: number
  readonly created_at: Date
  readonly completed_at: Date | null
}

export type ReplayChanges = Partial<Omit<ReplayRecord, '_id' | 'organization_id' | 'webhook_id' | 'version'>>

interface NewReplay {
  readonly id: string
  readonly endpoint: EndpointRecord
  readonly now: Date
}

/** A new replay; its `total` is yet to be counted. */
export const newReplay = (
  { since, status, event }: WebhookReplayCreate,
  { id, endpoint, now }: NewReplay,
): ReplayRecord => ({
  _id: id,
  organization_id: endpoint.organization_id,
  webhook_id: endpoint._id,
  status: 'running',
  stopped_reason: null,
  since: new Date(since),
  until: now,
  which: status,
  event,
  total: 0,
  requeued: 0,
  delivered: 0,
  failed: 0,
  failures_in_row: 0,
  place: null,
  handed_over_at: null,
  version: 1,
  created_at: now,
  completed_at: null,
})

/** The filter for the deliveries to replay. */
export const replayFilter = ({ which, event, ...replay }: ReplayRecord): DeliveryFilter => ({
  organizationId: replay.organization_id,
  webhookId: replay.webhook_id,
  statuses: which === 'failed' ? ['failed', 'pending'] : undefined,
  events: event === null ? undefined : typesFor(event),
  from: replay.since,
  to: replay.until,
  withoutTests: true,
})

/** Why a replay must stop before the next delivery; null: it goes on. */
export function stopReason(
  { failures_in_row }: ReplayRecord,
  endpoint: Pick<EndpointRecord, 'enabled'> | null,
): ReplayRecord['stopped_reason'] {
  if (!endpoint) return 'endpoint_deleted'
  if (!endpoint.enabled) return 'endpoint_disabled'
  return failures_in_row >= MAX_FAILURES_IN_ROW ? 'receiver_failing' : null
}

/** The fields to set when a delivery is handed over. */
export const handedOver = (
  { requeued }: ReplayRecord,
  { _id, created_at }: Pick<DeliveryRecord, '_id' | 'created_at'>,
  now: Date,
): ReplayChanges => ({
  requeued: requeued + 1,
  place: { id: _id, createdAt: created_at },
  handed_over_at: now,
})

/** The fields to set when an attempt ends. No new attempt, or a deleted delivery, counts as failed. */
export function settled(replay: ReplayRecord, delivery: DeliveryRecord | null): ReplayChanges {
  const { delivered, failed, failures_in_row, handed_over_at } = replay
  const last = delivery?.attempts.at(-1)
  const isNew = last && handed_over_at && last.started_at >= handed_over_at
  return isNew && last.error === null
    ? { handed_over_at: null, delivered: delivered + 1, failures_in_row: 0 }
    : { handed_over_at: null, failed: failed + 1, failures_in_row: failures_in_row + 1 }
}

/** A replay as clients see it. */
export const presentReplay = (record: ReplayRecord): WebhookReplay => ({
  id: record._id,
  webhook_id: record.webhook_id,
  status: record.status,
  stopped_reason: record.stopped_reason,
  filter: { since: record.since.toISOString(), status: record.which, event: record.event },
  total: record.total,
  requeued: record.requeued,
  delivered: record.delivered,
  failed: record.failed,
  created_at: record.created_at.toISOString(),
  completed_at: record.completed_at?.toISOString() ?? null,
})
