import { lanesOf } from './day-grid.tsx'

const at = (start: string, end: string) => ({ start: `2026-12-24T${start}Z`, end: `2026-12-24T${end}Z` })

describe('the lanes of the bookings of a day', () => {
  test('share the width between overlapping bookings only', () => {
    const items = [at('09:00', '10:00'), at('09:30', '10:30'), at('10:00', '11:00'), at('11:00', '12:00')]
    const lanes = lanesOf(items)
    expect(items.map((item) => lanes.get(item))).toEqual([
      { lane: 0, of: 2 },
      { lane: 1, of: 2 },
      { lane: 0, of: 2 },
      { lane: 0, of: 1 },
    ])
  })
})
