import type { Queue, QueueSettings } from '@usher/contracts'
import type { QueueState } from '../queue-state/queue-state.ts'
import { freePlacesOf, waitOfNewcomer } from '../queue-state/queue-waits.ts'
import { explainsDelays, type QueueRecord } from '../records/queue-record.ts'

/** URL of the page on which guests join a queue. */
export type JoinUrl = (slug: string) => string

/** What views of queues need besides the state. */
export interface QueueView {
  /** Waits are estimated from this time. */
  readonly now: Date
  readonly joinUrl: JoinUrl
}

/** Settings of a queue as in its events. */
export const queueSettings = (queue: QueueRecord): QueueSettings => ({
  id: queue._id,
  name: queue.name,
  status: queue.status,
  capacity: queue.capacity,
  min_party_size: queue.min_party_size,
  max_party_size: queue.max_party_size,
  service_minutes: queue.service_minutes,
  servers: queue.servers,
  no_show_after_minutes: queue.no_show_after_minutes,
  almost_ready_position: queue.almost_ready_position,
  timezone: queue.timezone,
  opening_hours: queue.opening_hours,
  opening_exceptions: queue.opening_exceptions,
  pause_reason: queue.pause_reason,
  public_join: queue.public_join,
  priority_classes: queue.priority_classes,
  public_join_limits: queue.public_join_limits,
  custom_fields: queue.custom_fields,
  explain_delays: explainsDelays(queue),
  bookings: queue.bookings ?? null,
})

/** The stored part of a queue as returned by the API. */
export const storedQueue = (queue: QueueRecord) => ({
  ...queueSettings(queue),
  waiting_count: queue.waiting_count,
  created_at: queue.created_at.toISOString(),
  updated_at: queue.updated_at.toISOString(),
})

/** A queue as returned by the API, with the wait of somebody joining now. */
export function presentQueue(state: QueueState, { now, joinUrl }: QueueView): Queue {
  const { low, high } = waitOfNewcomer(state, now)
  return {
    ...storedQueue(state.queue),
    estimated_wait: low,
    estimated_wait_range: { low, high },
    free_places: freePlacesOf(state, now),
    join_url: joinUrl(state.queue.join.slug),
  }
}
