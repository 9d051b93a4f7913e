import { QUEUE_DEFAULTS, type Queue, type QueueSettings } from '@usher/contracts'
import { waitBySettings } from '../waits/wait-by-settings.ts'
import type { QueueRecord } from './queue-record.ts'

/** The settings of a queue, as its events carry them; queues of before lack what came later. */
export const queueSettings = (queue: QueueRecord): QueueSettings => ({
  id: queue._id,
  name: queue.name,
  status: queue.status,
  capacity: queue.capacity,
  min_party_size: queue.min_party_size ?? QUEUE_DEFAULTS.min_party_size,
  max_party_size: queue.max_party_size,
  service_minutes: queue.service_minutes,
  servers: queue.servers,
  no_show_after_minutes: queue.no_show_after_minutes,
  almost_ready_position: queue.almost_ready_position,
  timezone: queue.timezone,
  opening_hours: queue.opening_hours,
  opening_exceptions: [...(queue.opening_exceptions ?? QUEUE_DEFAULTS.opening_exceptions)],
  pause_reason: queue.pause_reason ?? null,
  public_join: queue.public_join,
})

/** A queue as the API answers it. */
export const presentQueue = (queue: QueueRecord): Queue => ({
  ...queueSettings(queue),
  waiting_count: queue.waiting_count,
  estimated_wait: waitBySettings(queue.waiting_count + 1, queue),
  created_at: queue.created_at.toISOString(),
  updated_at: queue.updated_at.toISOString(),
})
