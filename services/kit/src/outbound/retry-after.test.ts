import { retryAfterMs } from './retry-after.ts'

const now = new Date('2026-11-21T12:00:00Z')

describe('the Retry-After header', () => {
  test.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 12:01:00 GMT', 60_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
  ])('%j means a wait of %d ms', (header, wait) => {
    expect(retryAfterMs(header, now)).toBe(wait)
  })

  test.each([undefined, '', 'soon', '-5', '1.5', 'Sat, 99 Nov 2026 12:01:00 GMT', '2026-11-21T12:01:00Z'])(
    '%j is ignored',
    (header) => {
      expect(retryAfterMs(header, now)).toBeUndefined()
    },
  )
})
