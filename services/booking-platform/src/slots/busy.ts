/** A time that is taken in the calendar of a provider; in milliseconds. */
export interface Entry {
  /** What takes it: a booking or a hold; of a calendar nothing that is known. */
  readonly by: string | null
  /** The service type it is taken for; null: something else. */
  readonly type: string | null
  readonly start: number
  readonly end: number
  /** With the buffers around it. */
  readonly bufferedStart: number
  readonly bufferedEnd: number
  readonly seats: number
  /** When a hold ends by itself; null: never. */
  readonly expires: number | null
}

/** What is to be booked, but for when. */
export interface Wanted {
  readonly type: string
  readonly duration: number
  readonly step: number
  readonly bufferBefore: number
  readonly bufferAfter: number
  readonly capacity: number
  readonly seats: number
}

export type Span = Pick<Entry, 'start' | 'end' | 'bufferedStart' | 'bufferedEnd'>

export const spanAt = (start: number, wanted: Wanted): Span => ({
  start,
  end: start + wanted.duration,
  bufferedStart: start - wanted.bufferBefore,
  bufferedEnd: start + wanted.duration + wanted.bufferAfter,
})

export const isLive = ({ expires }: Entry, now: number): boolean => expires === null || expires > now

/** Whether two times overlap, without buffers. */
const collide = (a: Span, b: Span): boolean => a.start < b.end && a.end > b.start

/** Whether two times are too near to each other: between them the larger of their buffers is to be kept free. */
const tooNear = (a: Span, b: Span): boolean =>
  (a.start < b.bufferedEnd && a.end > b.bufferedStart) || (a.bufferedStart < b.end && a.bufferedEnd > b.start)

/** Whether an entry is a seat at the same time of the same service type. */
const isSameSession = (entry: Entry, span: Span, type: string): boolean =>
  entry.type === type && entry.start === span.start && entry.end === span.end

export interface Verdict {
  /** What keeps it from being booked; null: nothing. */
  readonly rule: 'booked' | 'buffer' | 'seats' | null
  readonly seatsLeft: number
}

/**
 * Whether a time can be booked beside what is taken already.
 *
 * @param busy without what is expired and without what is to be moved
 */
export function verdictOn(busy: readonly Entry[], start: number, wanted: Wanted): Verdict {
  const span = spanAt(start, wanted)
  let taken = 0
  let rule: Verdict['rule'] = null
  for (const entry of busy) {
    if (isSameSession(entry, span, wanted.type)) taken += entry.seats
    else if (collide(entry, span)) return { rule: 'booked', seatsLeft: 0 }
    else if (tooNear(entry, span)) rule = 'buffer'
  }
  const seatsLeft = rule ? 0 : Math.max(0, wanted.capacity - taken)
  if (!rule && wanted.seats > seatsLeft) rule = taken > 0 && seatsLeft === 0 ? 'booked' : 'seats'
  return { rule, seatsLeft }
}

/** Starts strictly between two instants. */
export interface Block {
  readonly after: number
  readonly before: number
}

/** The starts that an entry leaves no room for: those of which {@link verdictOn} says that they are too near. */
const blockOf = (entry: Span, { duration, bufferBefore, bufferAfter }: Wanted): Block => ({
  after: Math.min(entry.start - bufferAfter, entry.bufferedStart) - duration,
  before: Math.max(entry.end + bufferBefore, entry.bufferedEnd),
})

/** The starts for which something is in the way, merged and in order. */
export function blocksOf(
  busy: readonly Entry[],
  timeOff: readonly { start: number; end: number }[],
  wanted: Wanted,
): Block[] {
  const all = [
    ...busy.map((entry) => blockOf(entry, wanted)),
    ...timeOff.map(({ start, end }) => ({ after: start - wanted.duration, before: end })),
  ].sort((a, b) => a.after - b.after)
  const merged: Block[] = []
  for (const block of all) {
    const last = merged.at(-1)
    // Touching blocks leave the start between them free.
    if (last && block.after < last.before) {
      merged[merged.length - 1] = { after: last.after, before: Math.max(last.before, block.before) }
    } else merged.push(block)
  }
  return merged
}
