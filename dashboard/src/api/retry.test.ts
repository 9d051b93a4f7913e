import { describe, expect, test } from 'vitest'
import { retryDelayMs } from './retry.ts'

const first = { attempt: 0, isRead: false, random: 0.5 }

describe('given a request without an answer', () => {
  test('when it writes, then it is sent again for minutes, a read a few times', () => {
    expect(retryDelayMs({}, first)).toBe(300)
    expect(retryDelayMs({}, { ...first, attempt: 100 })).toBe(3750)
    expect(retryDelayMs({}, { ...first, attempt: 120 })).toBeUndefined()
    expect(retryDelayMs({}, { ...first, isRead: true, attempt: 2 })).toBe(1200)
    expect(retryDelayMs({}, { ...first, isRead: true, attempt: 3 })).toBeUndefined()
  })
})

describe('given an answer', () => {
  test.each([200, 400, 401, 404, 409, 412, 500])('when it is %i, then nothing is sent again', (status) => {
    expect(retryDelayMs({ status }, first)).toBeUndefined()
  })

  test('when it asks to come back, then not before', () => {
    expect(retryDelayMs({ status: 429, retryAfter: 2 }, first)).toBe(2300)
    expect(retryDelayMs({ status: 409, retryAfter: 1 }, first)).toBe(1300)
    expect(retryDelayMs({ status: 503 }, first)).toBe(300)
    expect(retryDelayMs({ status: 503 }, { ...first, attempt: 3 })).toBeUndefined()
    expect(retryDelayMs({ status: 429, retryAfter: 600 }, first)).toBeUndefined()
  })
})
