/** A busy time in a provider's calendar; times in ms since 1970. */
export interface Entry {
  /** The booking or hold; null: from a linked calendar. */
  readonly by: string | null
  /** The service type; null: something else. */
  readonly type: string | null
  readonly start: number
  readonly end: number
  /** Including buffers. */
  readonly bufferedStart: number
  readonly bufferedEnd: number
  readonly seats: number
  /** When a hold expires; null: never. */
  readonly expires: number | null
}

/** What to book, except when. Times in ms. */
export interface SlotSpec {
  readonly type: string
  readonly duration: number
  readonly step: number
  readonly bufferBefore: number
  readonly bufferAfter: number
  readonly capacity: number
  readonly seats: number
}

export type Span = Pick<Entry, 'start' | 'end' | 'bufferedStart' | 'bufferedEnd'>

export const spanAt = (start: number, spec: SlotSpec): Span => ({
  start,
  end: start + spec.duration,
  bufferedStart: start - spec.bufferBefore,
  bufferedEnd: start + spec.duration + spec.bufferAfter,
})

export const isLive = ({ expires }: Entry, now: number): boolean => expires === null || expires > now

/** Whether two times overlap, ignoring buffers. */
const collide = (a: Span, b: Span): boolean => a.start < b.end && a.end > b.start

/** Whether two times are too close: the larger of their buffers must be free between them. */
const tooNear = (a: Span, b: Span): boolean =>
  (a.start < b.bufferedEnd && a.end > b.bufferedStart) || (a.bufferedStart < b.end && a.bufferedEnd > b.start)

/** Whether an entry is a seat in the same session: same time and service type. */
const isSameSession = (entry: Entry, span: Span, type: string): boolean =>
  entry.type === type && entry.start === span.start && entry.end === span.end

export interface Verdict {
  /** Why it cannot be booked; null: it can. */
  readonly rule: 'booked' | 'buffer' | 'seats' | null
  readonly seatsLeft: number
}

/**
 * Whether a time can be booked given the existing entries.
 *
 * @param busy without expired entries and without the one being moved
 */
export function verdictOn(busy: readonly Entry[], start: number, spec: SlotSpec): Verdict {
  const span = spanAt(start, spec)
  let taken = 0
  let rule: Verdict['rule'] = null
  for (const entry of busy) {
    if (isSameSession(entry, span, spec.type)) taken += entry.seats
    else if (collide(entry, span)) return { rule: 'booked', seatsLeft: 0 }
    else if (tooNear(entry, span)) rule = 'buffer'
  }
  const seatsLeft = rule ? 0 : Math.max(0, spec.capacity - taken)
  if (!rule && spec.seats > seatsLeft) rule = taken > 0 && seatsLeft === 0 ? 'booked' : 'seats'
  return { rule, seatsLeft }
}

/** The starts strictly between two instants. */
export interface Block {
  readonly after: number
  readonly before: number
}

/** The starts that an entry blocks: those that {@link verdictOn} calls too close. */
const blockOf = (entry: Span, { duration, bufferBefore, bufferAfter }: SlotSpec): Block => ({
  after: Math.min(entry.start - bufferAfter, entry.bufferedStart) - duration,
  before: Math.max(entry.end + bufferBefore, entry.bufferedEnd),
})

/** All blocked starts, merged and in order. */
export function blocksOf(
  busy: readonly Entry[],
  timeOff: readonly { start: number; end: number }[],
  spec: SlotSpec,
): Block[] {
  const all = [
    ...busy.map((entry) => blockOf(entry, spec)),
    ...timeOff.map(({ start, end }) => ({ after: start - spec.duration, before: end })),
  ].sort((a, b) => a.after - b.after)
  const merged: Block[] = []
  for (const block of all) {
    const last = merged.at(-1)
    // Adjacent blocks leave the start between them free.
    if (last && block.after < last.before) {
      merged[merged.length - 1] = { after: last.after, before: Math.max(last.before, block.before) }
    } else merged.push(block)
  }
  return merged
}
