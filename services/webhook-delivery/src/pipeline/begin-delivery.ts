import type { ApiVersions, CloudEvent } from '@usher/contracts'
import type { EndpointRecord } from '../endpoints/endpoint.ts'
import { type DeliveryRecord, missedDelivery, newDelivery } from '../log/delivery.ts'
import type { ClaimedDelivery } from '../log/delivery-store.ts'
import { claimEnd, newClaim } from './claims.ts'
import type { Dispatcher } from './dispatcher.ts'
import { laneFactsOf } from './job.ts'
import { createRecording, type Recording } from './recording.ts'

/** An event and an endpoint that may receive it. */
export interface Pair {
  readonly event: CloudEvent
  readonly endpoint: EndpointRecord
  /** When the event arrived. */
  readonly now: Date
}

/** A delivery that was started. */
export interface Begun extends Pick<Recording, 'kept'> {
  /** Writes it as pending, if it is still being attempted. */
  keep?(): void
}

/** Starts the delivery of an event to an endpoint; `kept` resolves once it is written. */
export type BeginDelivery = (pair: Pair, isRepeated: boolean, lost: AbortSignal) => Begun

/**
 * If the endpoint usually responds at once, the delivery is attempted first and written with its result; otherwise it
 * is written first.
 */
export function createBeginDelivery(dispatcher: Dispatcher, versions: ApiVersions): BeginDelivery {
  const { lanes } = dispatcher
  const writers = { writeRecord: dispatcher.writeLater, writeResult: dispatcher.writeResult }
  /** Deliveries being attempted here before they are written, by id. */
  const unwritten = new Map<string, Recording>()

  const attemptFirst = ({ event, endpoint, now }: Pair, lost: AbortSignal): Recording => {
    const facts = { claim: newClaim(), dueAt: claimEnd(now), now, versions }
    const record = newDelivery(event, endpoint, facts) as DeliveryRecord & ClaimedDelivery
    const recording = createRecording(record, writers)
    const { _id } = record
    unwritten.set(_id, recording)
    const forget = () => unwritten.delete(_id)
    recording.kept.then(forget, forget)
    lanes.add(laneFactsOf(record, endpoint), {
      delivery: record,
      endpoint,
      endpointReadAt: now,
      first: { recording, lost },
    })
    return recording
  }

  const writeFirst = async ({ event, endpoint, now }: Pair): Promise<void> => {
    const claimed = endpoint.ordering === 'none' && lanes.room(endpoint._id) > 0
    const claim = claimed ? { claim: newClaim(), dueAt: claimEnd(now) } : { claim: null, dueAt: now }
    const record = newDelivery(event, endpoint, { ...claim, now, versions })
    const mine = unwritten.get(record._id)
    if (mine) {
      mine.keep()
      return await mine.kept
    }
    // Deliveries left to the sweep can wait and share a batch with those already sent.
    const isAwaited = claimed || record.ordered
    const isNew = await (isAwaited ? dispatcher.writeRecord : dispatcher.writeLater)(record)
    if (!isNew) return
    if (!isAwaited) dispatcher.sweepSoon()
    if (!isClaimed(record)) return
    lanes.add(laneFactsOf(record, endpoint), { delivery: record, endpoint, endpointReadAt: now })
  }

  const keepMissed = async ({ event, endpoint, now }: Pair): Promise<void> => {
    await dispatcher.writeLater(missedDelivery(event, endpoint, { now, versions }))
  }

  return (pair, isRepeated, lost) => {
    if (!pair.endpoint.enabled) return { kept: keepMissed(pair) }
    const isFirst = !isRepeated && isAttemptedFirst(pair.endpoint, lanes.isQuick(pair.endpoint._id))
    return isFirst ? attemptFirst(pair, lost) : { kept: writeFirst(pair) }
  }
}

/** Ordered and rate-limited deliveries wait in the database, so they are written first. */
const isAttemptedFirst = ({ ordering, rate_limit_per_second }: EndpointRecord, isQuick: boolean): boolean =>
  isQuick && ordering === 'none' && rate_limit_per_second === null

const isClaimed = (delivery: DeliveryRecord): delivery is DeliveryRecord & ClaimedDelivery =>
  delivery.claim !== null
