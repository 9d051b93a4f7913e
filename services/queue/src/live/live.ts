import { type Caller, type CloudEvent, EVENT_HINTS, HEARTBEAT_MS } from '@usher/contracts'
import {
  type Clock,
  type EventStream,
  type Foundation,
  type Job,
  NO_JOB,
  Streams,
  startPeriodicJob,
  subscribe,
} from '@usher/service-kit'
import type { Access } from '../access.ts'
import type { QueueReader } from '../engine/reader.ts'
import type { StateCache } from '../engine/state-cache.ts'
import type { StatusUrl } from '../queue-state/guest-change.ts'
import type { JoinUrl } from '../queues/queue-view.ts'
import type { GuestStore } from '../records/guest-store.ts'
import { DisplayFollowers, type DisplayViewer } from './display-followers.ts'
import { GuestFollowers } from './guest-followers.ts'
import { QueueFollowers } from './queue-followers.ts'

/** Streams that clients follow. */
export interface Live {
  followQueue(id: string, caller: Caller, lastEventId: string | undefined): Promise<EventStream>
  followGuest(id: string, access: Access): Promise<EventStream>
  followDisplay(id: string, viewer: DisplayViewer): Promise<EventStream>
  /** Starts sending; each run sends heartbeats, and whatever streams missed. */
  start(): Promise<Job>
}

interface Options {
  readonly clock: Clock
  readonly reader: QueueReader
  readonly cache: StateCache
  readonly guests: GuestStore
  readonly joinUrl: JoinUrl
  readonly statusUrl: StatusUrl
}

/**
 * Creates the streams. They send nothing before start.
 *
 * Every replica receives all events on a queue of its own, so that any replica can serve any client.
 */
export function createLive(foundation: Foundation, options: Options): Live {
  const { broker, log, testClocks } = foundation
  const { clock, reader, cache, joinUrl, statusUrl } = options
  const streams = new Streams(foundation)
  const queues = new QueueFollowers({ clock, log, reader, streams, joinUrl, statusUrl })
  const guests = new GuestFollowers({ clock, log, reader, cache, streams })
  const displays = new DisplayFollowers({ clock, log, reader, guests: options.guests, streams })
  const publish = (event: CloudEvent) => {
    const queueIds = queuesOf(event)
    queues.publish(queueIds, event)
    for (const queueId of queueIds) {
      guests.changed(queueId, event.subject)
      displays.changed(queueId)
    }
  }
  const beat = async () => {
    streams.beat(clock.now())
    await Promise.all([guests.recheckAll(), displays.recheckAll()])
  }
  return {
    followQueue: queues.follow.bind(queues),
    followGuest: guests.follow.bind(guests),
    followDisplay: displays.follow.bind(displays),
    async start() {
      // Streams follow real time alone.
      if (testClocks) return NO_JOB
      await subscribe(broker, EVENT_HINTS.queue, publish)
      // After the subscription, which delivers everything from here on.
      await broker.onConnect(async () => {
        queues.restart()
        void guests.recheckAll()
        void displays.recheckAll()
      })
      return startPeriodicJob('heartbeats', HEARTBEAT_MS, log, beat)
    },
  }
}

/** The queue of an event, and the one a guest was transferred out of. */
function queuesOf({ subject, data }: CloudEvent): string[] {
  const { queue_id = subject, from_queue_id } = data as { queue_id?: string; from_queue_id?: string }
  return from_queue_id ? [queue_id, from_queue_id] : [queue_id]
}
