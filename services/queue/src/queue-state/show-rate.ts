import type { QueueRecord, Shows } from '../records/queue-record.ts'

/** Share of bookings whose customers come, until it is known for a queue. */
const USUAL = 0.85
const KNOWN_FROM = 20

/** Recent bookings that count: of more, all count half. */
const RECENT = 200

/** Share of the bookings expected in a queue whose customers come. */
export function showRateOf({ shows }: Pick<QueueRecord, 'shows'>): number {
  if (!shows || shows.came + shows.missed < KNOWN_FROM) return USUAL
  return shows.came / (shows.came + shows.missed)
}

/** Adds what became of one more booking. */
export function withShow({ came, missed }: Shows = { came: 0, missed: 0 }, hasCome: boolean): Shows {
  const sums = hasCome ? { came: came + 1, missed } : { came, missed: missed + 1 }
  return sums.came + sums.missed > RECENT ? { came: sums.came / 2, missed: sums.missed / 2 } : sums
}

/** The rate as clients see it. */
export const presentShowRate = (queue: Pick<QueueRecord, 'shows'>) => ({
  rate: showRateOf(queue),
  bookings: Math.round((queue.shows?.came ?? 0) + (queue.shows?.missed ?? 0)),
})
