import type { Entry, SlotSpec } from './busy.ts'

export const MINUTE = 60_000

/** A service of the given duration, in minutes. */
export const slotSpecOf = (duration: number, step = duration): SlotSpec => ({
  type: 'svt',
  duration: duration * MINUTE,
  step: step * MINUTE,
  bufferBefore: 0,
  bufferAfter: 0,
  capacity: 1,
  seats: 1,
})

interface Given {
  readonly buffer?: number
  readonly type?: string | null
  readonly seats?: number
}

/** A busy entry of the given duration, in minutes. */
export function anEntry(start: string | number, minutes: number, given: Given = {}): Entry {
  const from = new Date(start).getTime()
  const end = from + minutes * MINUTE
  const buffer = (given.buffer ?? 0) * MINUTE
  return {
    by: 'bk',
    type: given.type === undefined ? 'svt' : given.type,
    start: from,
    end,
    bufferedStart: from - buffer,
    bufferedEnd: end + buffer,
    seats: given.seats ?? 1,
    expires: null,
  }
}
