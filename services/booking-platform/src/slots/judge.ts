import type { SlotRule } from '@usher/contracts'
import { type SlotSpec, verdictOn } from './busy.ts'
import { type Calendar, isOff, type Range, startsIn } from './sweep.ts'
import { openWindows } from './windows.ts'

export interface Judgement {
  /** Why it cannot be booked; empty: it can. */
  readonly rules: SlotRule[]
  readonly seatsLeft: number
}

/** Limits on starts by notice and horizon, in ms since 1970. */
export interface Bounds {
  readonly earliest: number
  readonly latest: number
}

/**
 * Every rule that prevents booking a start with a provider: the same by which {@link sweep} leaves it out.
 */
export function judge(calendar: Calendar, start: number, spec: SlotSpec, bounds: Bounds): Judgement {
  const { rule, seatsLeft } = verdictOn(calendar.busy, start, spec)
  const rules: SlotRule[] = []
  if (start < bounds.earliest) rules.push('too_soon')
  if (start > bounds.latest) rules.push('too_far')
  if (isOff(calendar, start, spec)) rules.push('time_off')
  const place = windowRule(calendar, start, spec)
  if (place) rules.push(place)
  if (rule) rules.push(rule)
  return { rules, seatsLeft: rules.length > 0 ? 0 : seatsLeft }
}

/** The rule broken if no window has room for the start, or it is not among the starts of any. */
function windowRule({ hours }: Calendar, start: number, spec: SlotSpec): SlotRule | undefined {
  const { windows, offsets } = openWindows(hours, start, start + spec.duration)
  const around = windows.filter(
    (window) => window.start <= start && start < window.end && start + spec.duration <= window.until,
  )
  if (around.length === 0) return 'outside_hours'
  const exactly: Range = { from: start, to: start + 1 }
  return around.some((window) => startsIn(window, offsets, exactly, spec).length > 0) ? undefined : 'off_grid'
}
