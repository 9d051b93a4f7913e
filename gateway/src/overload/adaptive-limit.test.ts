import { AdaptiveLimit, type Kind } from './adaptive-limit.ts'

type Took = Partial<Record<Kind, number>>

/** A limit, and what lets a window pass in which requests of each kind take so many milliseconds. */
function createLimit() {
  const limit = new AdaptiveLimit()
  let nowMs = 0
  const answer = (took: Took, inFlight = limit.max) => {
    nowMs += 1_000
    limit.noteInFlight(inFlight)
    limit.noteInFlight(0)
    const kinds = Object.entries(took) as [Kind, number][]
    for (let count = 0; count < 20; count += kinds.length) {
      for (const [kind, ms] of kinds) limit.noteAnswer(kind, nowMs - ms, nowMs)
    }
  }
  const repeat = (times: number, took: Took) => {
    for (let i = 0; i < times; i += 1) answer(took)
  }
  return { limit, answer, repeat }
}

describe('the limit of a service', () => {
  test('rises to at most 256 while requests fill it and get quick answers', () => {
    const { limit, repeat } = createLimit()
    expect(limit.max).toBe(12)
    repeat(1, { read: 5 })
    expect(limit.max).toBe(24)
    repeat(100, { read: 5 })
    expect(limit.max).toBe(256)
  })

  test('rises by about a tenth at a time after slow answers were seen once', () => {
    const { limit, repeat } = createLimit()
    repeat(1, { read: 50 })
    expect(limit.max).toBe(12)
    repeat(1, { read: 5 })
    expect(limit.max).toBe(14)
  })

  test('never falls below the number of requests that the service answers in 25 ms', () => {
    const { limit, repeat } = createLimit()
    repeat(100, { read: 5 })
    let nowMs = 2_000_000
    for (let i = 0; i < 200; i += 1) {
      nowMs += 100
      limit.noteInFlight(256)
      limit.noteInFlight(0)
      for (let count = 0; count < 100; count += 1) limit.noteAnswer('read', nowMs - 60, nowMs)
    }
    expect(limit.perSecond).toBeCloseTo(1_000, 0)
    expect(limit.max).toBe(25)
  })

  test('stays the same on quick answers while requests do not fill it', () => {
    const { limit, answer } = createLimit()
    answer({ read: 5 }, 11)
    expect(limit.max).toBe(12)
  })

  test('falls in proportion to the latency when even the quickest answer is slow, and never below 12', () => {
    const { limit, answer, repeat } = createLimit()
    repeat(100, { read: 5 })
    answer({ read: 30 })
    expect(limit.max).toBe(Math.floor((256 * 25) / 30))
    repeat(100, { read: 500 })
    expect(limit.max).toBe(12)
  })

  test('falls when writes are slow although reads are quick', () => {
    const { limit, answer, repeat } = createLimit()
    repeat(100, { read: 5, write: 5 })
    answer({ read: 1, write: 500 })
    expect(limit.max).toBe(128)
  })

  test('is not lowered again by answers to requests that started before it was lowered', () => {
    const { limit, answer, repeat } = createLimit()
    repeat(100, { read: 5 })
    answer({ read: 500 })
    for (let i = 0; i < 50; i += 1) limit.noteAnswer('read', 0, 1_000_000)
    expect(limit.max).toBe(128)
  })
})
