import fc from 'fast-check'
import {
  FULL_PACE,
  isQuick,
  isResting,
  MAX_IN_FLIGHT,
  type Pace,
  type PaceSample,
  paceAfter,
  roomAt,
  SHARE,
} from './pace.ts'

const NOW = 1_000_000
const answered: PaceSample = { durationMs: 2, kind: 'answered' }
const throttled: PaceSample = { durationMs: 2, kind: 'throttled' }
const failed: PaceSample = { durationMs: 2, kind: 'failed' }
const slow: PaceSample = { durationMs: 200, kind: 'answered' }
const silent: PaceSample = { durationMs: 15_000, kind: 'unanswered' }

const after = (pace: Pace, signs: readonly PaceSample[], now = NOW) =>
  signs.reduce((before, sign) => paceAfter(before, sign, now), pace)

describe('the pace of a receiver that answers 429', () => {
  test('rests one second and halves the limit without Retry-After', () => {
    const pace = after(FULL_PACE, [throttled])
    expect([pace.limit, isResting(pace, NOW + 999), isResting(pace, NOW + 1_000)]).toEqual([5, true, false])
  })

  test('counts several concurrent 429s once', () => {
    expect(after(FULL_PACE, [throttled, throttled, throttled]).limit).toBe(5)
  })

  test('rests for the given Retry-After, at most five minutes', () => {
    const rests = (retryAfterMs: number) =>
      after(FULL_PACE, [{ ...throttled, retryAfterMs }]).restsUntil - NOW
    expect([rests(30_000), rests(3_600_000)]).toEqual([30_000, 300_000])
  })

  test('raises the limit by one with each further answer', () => {
    const pace = after(FULL_PACE, [throttled])
    expect(after(pace, [answered, answered], NOW + 1_000).limit).toBe(7)
  })
})

describe('the pace of a receiver that does not answer', () => {
  test('rests 1, 2, 4 s and so on up to 30 s after five timeouts, with more probes after long rests', () => {
    let pace = after(FULL_PACE, [silent, silent, silent, silent])
    expect([pace.limit, isResting(pace, NOW)]).toEqual([10, false])
    const rests: number[] = []
    const probes: number[] = []
    for (let now = NOW; rests.length < 7; now = pace.restsUntil) {
      pace = paceAfter(pace, silent, now)
      rests.push((pace.restsUntil - now) / 1000)
      probes.push(roomAt(pace, null, pace.restsUntil))
    }
    expect(rests).toEqual([1, 2, 4, 8, 16, 30, 30])
    expect(probes).toEqual([1, 1, 1, 2, 5, 10, 10])
  })

  test('starts with a limit of two after ten concurrent probes and an answer', () => {
    let pace = FULL_PACE
    for (let now = NOW; pace.limit !== 10 || pace.unanswered < 5; now = pace.restsUntil) {
      pace = paceAfter(pace, silent, now)
    }
    expect(paceAfter(pace, answered, pace.restsUntil).limit).toBe(2)
  })

  test('ends the rests after a single answer', () => {
    const pace = after(FULL_PACE, [silent, silent, silent, silent, silent])
    const up = paceAfter(pace, answered, pace.restsUntil)
    expect([up.limit, up.unanswered, isResting(up, pace.restsUntil)]).toEqual([2, 0, false])
  })
})

describe('the pace of a slow or rate-limited receiver', () => {
  test('takes only a few deliveries into memory', () => {
    const slow = after(FULL_PACE, Array(20).fill({ durationMs: 5_000, kind: 'answered' }))
    expect(roomAt(slow, null, NOW)).toBeLessThan(12)
    expect(isQuick(slow, NOW)).toBe(false)
    expect(roomAt(FULL_PACE, 2, NOW)).toBe(10)
  })
})

describe('the pace of a receiver that answers after 200 ms', () => {
  const borrowing = after(FULL_PACE, Array(300).fill(slow))

  test('raises the limit to 100 slots when all are used, 500 deliveries a second', () => {
    expect(borrowing.limit).toBe(100)
    expect(after(FULL_PACE, Array(300).fill({ ...slow, durationMs: 80 })).limit).toBe(40)
    expect(after(FULL_PACE, Array(300).fill(answered)).limit).toBe(SHARE)
  })

  test('keeps the limit at the share when slots stay unused', () => {
    let pace = FULL_PACE
    for (let i = 0; i < 300; i += 1) pace = paceAfter(pace, slow, NOW, false)
    expect(pace.limit).toBe(SHARE)
  })

  test('lowers the limit when more slots make the receiver slower', () => {
    const strained = after(borrowing, Array(10).fill({ ...slow, durationMs: 600 }))
    expect(strained.limit).toBeLessThan(95)
    expect(after(strained, Array(90).fill({ ...slow, durationMs: 600 })).limit).toBeLessThanOrEqual(25)
  })

  test.each([
    ['fails', failed],
    ['does not answer', silent],
  ])('returns to the share when the receiver %s once', (_, sign) => {
    expect(paceAfter(borrowing, sign, NOW).limit).toBe(SHARE)
  })

  test('keeps no more deliveries waiting in memory with a raised limit', () => {
    expect(roomAt(borrowing, null, NOW)).toBe(roomAt({ ...borrowing, limit: SHARE }, null, NOW))
  })
})

test('the limit stays between 1 and 100 for any answers in any order', () => {
  const signs = fc.array(
    fc.record({
      sign: fc.constantFrom(answered, slow, failed, throttled, silent),
      later: fc.nat(60_000),
    }),
  )
  const property = (given: readonly { sign: PaceSample; later: number }[]) => {
    let [pace, now] = [FULL_PACE, NOW]
    return given.every(({ sign, later }) => {
      now += later
      pace = paceAfter(pace, sign, now)
      return pace.limit >= 1 && pace.limit <= MAX_IN_FLIGHT && pace.restsUntil - now <= 300_000
    })
  }
  expect(() => fc.assert(fc.property(signs, property))).not.toThrow()
})
