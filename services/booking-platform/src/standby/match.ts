import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Range } from '../slots/sweep.ts'
import type { StandbyRecord } from './standby.ts'

type StandbyRequest = Pick<StandbyRecord, 'windows' | 'duration_minutes' | 'unanswered'>

/** The ranges of starts that suit a customer: the whole booking lies in one of the windows. */
export const startsOf = ({
  windows,
  duration_minutes,
}: Pick<StandbyRequest, 'windows' | 'duration_minutes'>): Range[] =>
  windows.map(({ from, to }) => ({
    from: from.getTime(),
    to: to.getTime() - duration_minutes * MINUTE_MS + 1,
  }))

/** The parts of the ranges that lie in another, merged and in order. */
export function within(ranges: readonly Range[], { from, to }: Range): Range[] {
  const parts = ranges
    .map((one) => ({ from: Math.max(one.from, from), to: Math.min(one.to, to) }))
    .filter((one) => one.from < one.to)
    .sort((a, b) => a.from - b.from)
  const merged: Range[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (last && part.from <= last.to)
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, part.to) }
    else merged.push(part)
  }
  return merged
}

/** Whether a start suits a customer: it lies in a window, and was not offered in vain. */
export const suits = (request: StandbyRequest, start: number): boolean =>
  startsOf(request).some(({ from, to }) => start >= from && start < to) &&
  request.unanswered.every((at) => at.getTime() !== start)
