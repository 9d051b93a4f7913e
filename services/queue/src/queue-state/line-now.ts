import { HOUR_MS, MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, FairRules, Lane, LineNow, ServiceTime } from '../fair-line/index.ts'
import type { Entry as Standing } from '../line/entry.ts'
import type { QueueRecord } from '../records/queue-record.ts'
import { partyBucket } from '../waits/party-bucket.ts'
import { minutesUntilFree } from '../waits/places.ts'
import { minutesByBucket } from '../waits/work.ts'
import type { QueueState } from './queue-state.ts'
import { showRateOf } from './show-rate.ts'

/** Walk-ins that the rules look at: who stands further behind is not called yet. */
const MAX_WALK_INS = 200

/** Quantiles of service times with a mean of one, which are assumed Erlang-3 (see waits/line-model.ts). */
const HALF = 0.891
const NINE_OF_TEN = 1.774

/** The rules of a queue that expects bookings. */
export const fairRulesOf = ({
  mode,
  early_minutes,
  late_minutes,
  tolerance_minutes,
  walk_in_share,
}: NonNullable<QueueRecord['bookings']>): FairRules => ({
  mode,
  earlyMs: early_minutes * MINUTE_MS,
  lateMs: late_minutes * MINUTE_MS,
  toleranceMs: tolerance_minutes * MINUTE_MS,
  walkInShare: walk_in_share,
})

/** When a line is looked at. */
export interface Moment {
  readonly now: Date
  /** Whether events of bookings may be missing. */
  readonly isStale: boolean
}

/** The line of a queue as its rules see it: who waits and was not called, and who is expected. */
export function lineNow(state: QueueState, { now, isStale }: Moment): LineNow {
  const { line, pace, queue, expected } = state
  const at = now.getTime()
  const minutes = minutesByBucket(pace.work, queue.service_minutes)
  const minutesOf = (bucket: number) => minutes[bucket] ?? queue.service_minutes
  const present = (entry: Standing, rank: number): Entry => ({
    id: entry.id,
    arrivedAt: entry.joinedAt,
    bookedAt: entry.bookedAt ?? null,
    rank,
    showRate: 1,
    service: serviceTime(entry.bookedMs ?? minutesOf(entry.bucket ?? 0) * MINUTE_MS),
  })
  const rankOf = (entry: Standing) => line.indexOf(entry) ?? line.size
  const isHere = ({ awayUntil = 0 }: Standing) => awayUntil <= at
  const walkIns = line.firstWaiting(MAX_WALK_INS, now).filter(({ bookedAt }) => bookedAt === undefined)
  const showRate = showRateOf(queue)
  const absent = (expected?.bookings ?? []).map(
    ({ id, start, end, seats }): Entry => ({
      id,
      arrivedAt: null,
      bookedAt: start,
      rank: Number.POSITIVE_INFINITY,
      showRate,
      service: serviceTime(end > start ? end - start : minutesOf(partyBucket(seats)) * MINUTE_MS),
    }),
  )
  const untilFree = minutesUntilFree(pace, { now: at, lanes: queue.servers, minutesOf })
  return {
    now: at,
    entries: [
      ...[...walkIns, ...line.booked().filter(isHere)].map((entry) => present(entry, rankOf(entry))),
      ...absent,
    ],
    lanes: untilFree.map((left) => laneOf(at, left)),
    recentStarts: pace.starts
      .filter((start) => start.at > at - HOUR_MS)
      .map((start) => ({ at: start.at, isBooking: start.is_booking === true })),
    isStale,
  }
}

/** Sizes of the parties that {@link lineNow} sees, by id. */
export const partiesOf = ({ line, expected }: QueueState): ReadonlyMap<string, number> =>
  new Map([
    ...[...line.next(MAX_WALK_INS), ...line.booked()].map(({ id, bucket }) => [id, bucket ?? 0] as const),
    ...(expected?.bookings ?? []).map(({ id, seats }) => [id, partyBucket(seats)] as const),
  ])

const serviceTime = (mean: number): ServiceTime => ({ p50: mean * HALF, p90: mean * NINE_OF_TEN })

/** What is left of a service is as uncertain as a whole one of that length. */
const laneOf = (now: number, minutes: number): Lane => {
  const { p50, p90 } = serviceTime(minutes * MINUTE_MS)
  return { p50: now + p50, p90: now + p90 }
}
