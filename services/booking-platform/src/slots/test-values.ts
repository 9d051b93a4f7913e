import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Entry, SlotSpec } from './busy.ts'

/** A service of the given duration, in minutes. */
export const slotSpecOf = (duration: number, step = duration): SlotSpec => ({
  type: 'svt',
  duration: duration * MINUTE_MS,
  step: step * MINUTE_MS,
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
  const end = from + minutes * MINUTE_MS
  const buffer = (given.buffer ?? 0) * MINUTE_MS
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
