import { coalesce } from './coalesce.ts'

describe('coalesced work', () => {
  test('runs once more for all requests made while it runs, and never twice at a time', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let runs = 0
    let atOnce = 0
    const work = coalesce(async () => {
      atOnce += 1
      expect(atOnce).toBe(1)
      await gates[runs++]?.promise
      atOnce -= 1
    })
    work.request()
    expect(runs).toBe(1)
    for (let i = 0; i < 10; i += 1) work.request()
    gates[0]?.resolve()
    gates[1]?.resolve()
    await work.idle()
    expect(runs).toBe(2)
  })

  test('runs again when requested after it has ended', async () => {
    let runs = 0
    const work = coalesce(async () => {
      runs += 1
    })
    for (const expected of [1, 2, 3]) {
      work.request()
      await work.idle()
      expect(runs).toBe(expected)
    }
  })
})
