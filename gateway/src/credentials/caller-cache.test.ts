import { createFakeClock } from '@usher/test-kit'
import { aCaller } from '../../test/support/known-caller.ts'
import { createCallerCache, KNOWN_MS, type LookUp } from './caller-cache.ts'
import type { KnownCaller } from './known-caller.ts'

/** Look-ups that end when the test says so. */
function heldLookUps() {
  const held: PromiseWithResolvers<KnownCaller | undefined>[] = []
  const lookUp: LookUp = () => {
    const one = Promise.withResolvers<KnownCaller | undefined>()
    held.push(one)
    return one.promise
  }
  return { held, lookUp }
}

describe('the cache of callers', () => {
  test('50 simultaneous requests with the same unknown key share one look-up', async () => {
    const { held, lookUp } = heldLookUps()
    const cache = createCallerCache(lookUp)
    const found = Array.from({ length: 50 }, () => cache.find('a', 'it'))
    held[0]?.resolve(aCaller())
    expect(new Set(await Promise.all(found))).toEqual(new Set([aCaller()]))
    expect(held).toHaveLength(1)
    expect(cache.get('a')).toEqual(aCaller())
  })

  test('does not look up a non-existent key a second time', async () => {
    const lookUp = jest.fn<ReturnType<LookUp>, Parameters<LookUp>>(async () => undefined)
    const cache = createCallerCache(lookUp)
    expect(await cache.find('a', 'it')).toBeUndefined()
    expect(await cache.find('a', 'it')).toBeUndefined()
    expect(lookUp).toHaveBeenCalledTimes(1)
  })

  test('looks a key up again after a failed look-up', async () => {
    const lookUp = jest
      .fn<ReturnType<LookUp>, Parameters<LookUp>>()
      .mockRejectedValueOnce(new Error('down'))
      .mockResolvedValue(aCaller())
    const cache = createCallerCache(lookUp)
    await expect(cache.find('a', 'it')).rejects.toThrow('down')
    expect(await cache.find('a', 'it')).toEqual(aCaller())
  })

  test('drops only the revoked key and keeps the other one', async () => {
    const cache = createCallerCache(async (sha256) => aCaller({ actor: `key_${sha256}` }))
    await cache.find('1', 'it')
    await cache.find('2', 'it')
    cache.forget('key_1')
    expect(cache.get('1')).toBeUndefined()
    expect(cache.get('2')).toBeDefined()
  })

  test('does not cache a look-up that was in flight when its key was revoked', async () => {
    const { held, lookUp } = heldLookUps()
    const cache = createCallerCache(lookUp)
    const before = cache.find('a', 'it')
    cache.forget('key_1')
    const after = cache.find('a', 'it')
    held[0]?.resolve(aCaller())
    await before
    expect(cache.get('a')).toBeUndefined()

    held[1]?.resolve(undefined)
    expect(await after).toBeUndefined()
    expect(held).toHaveLength(2)
  })

  test('does not cache a look-up that was in flight when the cache was cleared', async () => {
    const { held, lookUp } = heldLookUps()
    const cache = createCallerCache(lookUp)
    const found = cache.find('a', 'it')
    cache.clear()
    held[0]?.resolve(aCaller())
    await found
    expect(cache.get('a')).toBeUndefined()
  })

  test('drops a key after 30 s, or earlier when the key expires', async () => {
    const clock = createFakeClock()
    const nowMs = clock.now().getTime()
    const cache = createCallerCache(
      async (sha256) => aCaller({ knownUntilMs: nowMs + (sha256 === 'short' ? 5_000 : KNOWN_MS) }),
      clock,
    )
    const known = () => [cache.get('short'), cache.get('long')].map(Boolean)
    await cache.find('short', 'it')
    await cache.find('long', 'it')
    clock.advance(4_000)
    expect(known()).toEqual([true, true])
    clock.advance(2_000)
    expect(known()).toEqual([false, true])
    clock.advance(25_000)
    expect(known()).toEqual([false, false])
  })

  test('looks a non-existent key up again after 5 s', async () => {
    const clock = createFakeClock()
    const lookUp = jest
      .fn<ReturnType<LookUp>, Parameters<LookUp>>()
      .mockResolvedValueOnce(undefined)
      .mockResolvedValue(aCaller())
    const cache = createCallerCache(lookUp, clock)
    expect(await cache.find('a', 'it')).toBeUndefined()
    clock.advance(5_001)
    expect(await cache.find('a', 'it')).toEqual(aCaller())
  })
})
