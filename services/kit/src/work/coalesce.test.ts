import { coalesce } from './coalesce.ts'

describe('coalesced work', () => {
  test('runs once more for all requests made while it runs, and never twice at a time', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    let atOnce = 0
    const request = coalesce(async () => {
      atOnce += 1
      expect(atOnce).toBe(1)
      await gates[runs++]?.promise
      atOnce -= 1
    })
    const ended = request()
    expect(runs).toBe(1)
    for (let i = 0; i < 10; i += 1) void request()
    gates[0]?.resolve()
    gates[1]?.resolve()
    await ended
    expect(runs).toBe(2)
  })

  test('runs again when requested after it has ended', async () => {
    let runs = 0
    const request = coalesce(async () => {
      runs += 1
    })
    for (const expected of [1, 2, 3]) {
      await request()
      expect(runs).toBe(expected)
    }
  })

  test('runs for one key while it runs for another', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const ended: string[] = []
    const request = coalesce(async (key: string) => {
      if (key === 'slow') await promise
      ended.push(key)
    })
    const slow = request('slow')
    await request('fast')
    resolve()
    await slow
    expect(ended).toEqual(['fast', 'slow'])
  })
})
