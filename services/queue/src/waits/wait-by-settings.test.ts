import { describe, expect, test } from 'vitest'
import { waitBySettings } from './wait-by-settings.ts'

describe('given a queue without history', () => {
  test.each([
    [1, 1, 10, 10],
    [5, 1, 10, 50],
    [1, 3, 10, 10],
    [3, 3, 10, 10],
    [4, 3, 10, 20],
    [2, 1, 7.5, 15],
    [1, 1, 7.5, 8],
  ])(
    'when position %d has %d servers of %d minutes, then the wait is %d',
    (position, servers, service_minutes, wait) => {
      expect(waitBySettings(position, { servers, service_minutes })).toBe(wait)
    },
  )
})
