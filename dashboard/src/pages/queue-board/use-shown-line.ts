import { useMemo } from 'react'
import { useNow } from '../../ui/use-now.ts'
import { type Filter, isShown, type Line } from './line.ts'
import { minutesLate } from './row-times.ts'

/** What a host can look at: the line by a filter, those who want attention, or those who have left it. */
export type View = Filter | 'late' | 'left'

interface ShownLine {
  /** In the order of the line; those who are late by how much. */
  readonly shown: Line
  readonly lateCount: number
}

/** The guests whom a view and a search show. */
export function useShownLine(line: Line, view: View, search: string): ShownLine {
  const now = useNow()
  const late = useMemo(() => {
    const all = line.map((guest) => ({ guest, minutes: minutesLate(guest, now) }))
    return all.filter(({ minutes }) => minutes > 0).sort((a, b) => b.minutes - a.minutes)
  }, [line, now])
  // Only the view of those who are late changes with the time.
  const source = view === 'late' ? late : line
  const shown = useMemo(() => {
    if (view === 'left') return []
    const filter = view === 'late' ? 'all' : view
    const guests = source.map((one) => ('guest' in one ? one.guest : one))
    return guests.filter((guest) => isShown(guest, filter, search))
  }, [source, view, search])
  return { shown, lateCount: late.length }
}
