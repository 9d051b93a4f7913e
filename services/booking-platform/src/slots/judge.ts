import type { SlotRule } from '@usher/contracts'
import { verdictOn, type Wanted } from './busy.ts'
import { type Calendar, isOff, type Range, startsIn } from './sweep.ts'
import { openWindows } from './windows.ts'

export interface Judgement {
  /** What keeps it from being booked; none: it can be. */
  readonly rules: SlotRule[]
  readonly seatsLeft: number
}

/** What a start has to be within: the notice and the horizon; milliseconds. */
export interface Bounds {
  readonly earliest: number
  readonly latest: number
}

/** Every rule that keeps a start from being booked with a provider: those by which {@link sweep} leaves it out. */
export function judge(calendar: Calendar, start: number, wanted: Wanted, bounds: Bounds): Judgement {
  const { rule, seatsLeft } = verdictOn(calendar.busy, start, wanted)
  const rules: SlotRule[] = []
  if (start < bounds.earliest) rules.push('too_soon')
  if (start > bounds.latest) rules.push('too_far')
  if (isOff(calendar, start, wanted)) rules.push('time_off')
  const place = placeIn(calendar, start, wanted)
  if (place) rules.push(place)
  if (rule) rules.push(rule)
  return { rules, seatsLeft: rules.length > 0 ? 0 : seatsLeft }
}

/** Whether no window has room for it, or none has it among its starts. */
function placeIn({ hours }: Calendar, start: number, wanted: Wanted): SlotRule | undefined {
  const { windows, offsets } = openWindows(hours, start, start + wanted.duration)
  const around = windows.filter((window) => window.start <= start && start + wanted.duration <= window.end)
  if (around.length === 0) return 'outside_hours'
  const exactly: Range = { from: start, to: start + 1 }
  return around.some((window) => startsIn(window, offsets, exactly, wanted).length > 0)
    ? undefined
    : 'off_grid'
}
