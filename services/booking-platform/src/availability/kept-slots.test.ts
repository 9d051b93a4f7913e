import { describe, expect, test } from 'vitest'
import { createKeptSlots, keyOf } from './kept-slots.ts'

const MAX_KEYS = 20_000
const nothing = { data: [], etag: '""', until: Number.POSITIVE_INFINITY }

describe('given slots that are kept', () => {
  test('when very many answers are empty, then they are bounded as well', () => {
    const kept = createKeptSlots()
    for (let i = 0; i < 2 * MAX_KEYS; i += 1) kept.set(keyOf([i]), nothing)
    expect(kept.size).toBeLessThanOrEqual(MAX_KEYS)
    expect(kept.get(keyOf([2 * MAX_KEYS - 1]))).toBe(nothing)
  })

  test('when the facts are many, then their key is short, and another for other facts', () => {
    const facts = Array.from({ length: 500 }, (_, i) => `prv_${i} 1`)
    expect(keyOf(facts).length).toBeLessThan(50)
    expect(keyOf(facts)).not.toBe(keyOf([...facts, 'more']))
  })
})
