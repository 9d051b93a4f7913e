import { renderHook } from '@testing-library/react'
import { GUEST } from '../../testing/samples.ts'
import { useShownLine, type View } from './board.tsx'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const guest = (name: string, waited: number) => ({
  ...GUEST,
  ...{ id: name, name, status: 'waiting' as const, away_until: null },
  ...{ quoted_wait: 20, created_at: minutesAgo(waited) },
})

const LINE = [guest('Ada', 25), guest('Grace', 10), guest('Edsger', 40)]

describe('a line in which two guests have waited longer than quoted', () => {
  const shownBy = (view: View, search = '') => {
    const { shown, lateCount } = renderHook(() => useShownLine(LINE, { view, search })).result.current
    return { names: shown.map(({ name }) => name), lateCount }
  }

  test('shows all guests in the order of the line, and counts the late ones', () => {
    expect(shownBy('all')).toEqual({ names: ['Ada', 'Grace', 'Edsger'], lateCount: 2 })
  })

  test('shows late guests with the latest one first', () => {
    expect(shownBy('late').names).toEqual(['Edsger', 'Ada'])
  })

  test('shows only parties that need the chosen table, and counts all late guests', () => {
    const line = [1, 2, 3, 9].map((party_size) => ({ ...guest(`Party of ${party_size}`, 25), party_size }))
    const namesFor = (table: number) => {
      const { shown, lateCount } = renderHook(() => useShownLine(line, { view: 'all', search: '', table }))
        .result.current
      return [...shown.map(({ name }) => name), lateCount]
    }
    expect(namesFor(2)).toEqual(['Party of 1', 'Party of 2', 4])
    expect(namesFor(4)).toEqual(['Party of 3', 4])
    expect(namesFor(0)).toEqual(['Party of 9', 4])
  })

  test('shows only the late guests who match the search', () => {
    expect(shownBy('late', 'ad').names).toEqual(['Ada'])
    expect(shownBy('late', 'grace').names).toEqual([])
  })
})
