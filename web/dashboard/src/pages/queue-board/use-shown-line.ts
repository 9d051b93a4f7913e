import { useMemo } from 'react'
import { useNow } from '../../ui/use-now.ts'
import { type Filter, isShown, type Line } from './line.ts'
import { minutesLate } from './row-times.ts'

/** What a host can look at: the line by a filter, those who want attention, or those who have left it. */
export type View = Filter | 'late' | 'left'

interface ShownLine {
  /** In line order; in the late view, most overdue first. */
  readonly shown: Line
  readonly lateCount: number
}

/** The guests whom a view and a search show. */
export function useShownLine(line: Line, view: View, search: string): ShownLine {
  const now = useNow()
  const late = useMemo(() => {
    const all = line.map((guest) => ({ guest, minutes: minutesLate(guest, now) }))
    const sorted = all.filter(({ minutes }) => minutes > 0).sort((a, b) => b.minutes - a.minutes)
    return sorted.map(({ guest }) => guest)
  }, [line, now])
  // Only the view of those who are late changes with the time.
  const source = view === 'late' ? late : line
  const shown = useMemo(() => {
    if (view === 'left') return []
    const filter = view === 'late' ? 'all' : view
    return source.filter((guest) => isShown(guest, filter, search))
  }, [source, view, search])
  return { shown, lateCount: late.length }
}
