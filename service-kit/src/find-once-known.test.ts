import { typeidUnboxed } from 'typeid-js'
import { describe, expect, test, vi } from 'vitest'
import { findOnceKnown } from './find-once-known.ts'
import { derivedId, mintedAt, newId } from './ids.ts'

const nothing = () => vi.fn(async () => null)

describe('given an id that was minted just now', () => {
  test('when its event comes a little later, then it is found', async () => {
    const find = nothing()
      .mockResolvedValueOnce(null)
      .mockResolvedValue('Ada' as never)
    expect(await findOnceKnown(newId('guest'), find)).toBe('Ada')
    expect(find).toHaveBeenCalledTimes(2)
  })

  test('when its event never comes, then the wait ends', async () => {
    vi.useFakeTimers()
    try {
      const find = nothing()
      const finding = findOnceKnown(newId('guest'), find)
      await vi.advanceTimersByTimeAsync(3_000)
      expect(await finding).toBeNull()
      expect(find.mock.calls.length).toBeGreaterThan(10)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('given an id whose event is not under way', () => {
  test.each([
    ['an old one', 'gst_01h455vb4pex5vsknk084sn02q'],
    ['one from the far future', typeidUnboxed('gst', '7zzzzzzzzzzzzzzzzzzzzzzzzz')],
    ['one that is no TypeID', 'unknown'],
    ['one derived from a name', derivedId('guest', 'a name')],
  ])('when %s is looked for, then it is looked for once', async (_, id) => {
    const find = nothing()
    expect(await findOnceKnown(id, find)).toBeNull()
    expect(find).toHaveBeenCalledTimes(1)
  })
})

test('given a new id, then it tells when it was minted', () => {
  const before = Date.now()
  const id = newId('queue')
  expect(mintedAt(id)).toBeGreaterThanOrEqual(before)
  expect(mintedAt(id)).toBeLessThanOrEqual(Date.now())
})
