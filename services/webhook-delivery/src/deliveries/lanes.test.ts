import { describe, expect, test } from '@jest/globals'
import { Lanes } from './lanes.ts'

/** Lanes whose jobs end when the test says so. */
function givenLanes() {
  const running = new Map<string, () => void>()
  const began: string[] = []
  let gotRoom = 0
  const lanes = new Lanes<string>({
    run: (job) => {
      began.push(job)
      return new Promise((resolve) => running.set(job, resolve))
    },
    onRoom: () => {
      gotRoom += 1
    },
  })
  const end = async (job: string) => {
    running.get(job)?.()
    running.delete(job)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const endAll = async () => {
    while (running.size > 0) for (const job of [...running.keys()]) await end(job)
  }
  return { lanes, began, running, end, endAll, gotRoom: () => gotRoom }
}

describe('given lanes', () => {
  test('when one has more than its share to do, then ten of its jobs run and another lane runs at once', () => {
    const { lanes, began } = givenLanes()
    for (let i = 0; i < 50; i += 1) lanes.add('slow', `slow ${i}`)
    lanes.add('quick', 'quick')
    expect(began).toHaveLength(11)
    expect(began.at(-1)).toBe('quick')
    expect([lanes.inFlight, lanes.waiting]).toEqual([11, 40])
  })

  test('when jobs end, then the others are run in order and it becomes idle', async () => {
    const { lanes, began, endAll } = givenLanes()
    const jobs = Array.from({ length: 25 }, (_, i) => String(i))
    for (const job of jobs) lanes.add('one', job)
    await endAll()
    await lanes.idle()
    expect(began).toEqual(jobs)
    expect([lanes.inFlight, lanes.waiting]).toEqual([0, 0])
  })

  test('when a lane is full, then it has no room until it got through, which it tells', async () => {
    const { lanes, endAll, gotRoom } = givenLanes()
    for (let i = 0; i < 1_010; i += 1) lanes.add('one', String(i))
    expect([lanes.room('one'), lanes.room('other'), lanes.full()]).toEqual([0, 1_000, ['one']])
    await endAll()
    expect([lanes.room('one'), gotRoom(), lanes.full()]).toEqual([1_000, 1, []])
  })

  test('when a thousand jobs run in all, then further lanes take turns as those end', async () => {
    const { lanes, began, running, end } = givenLanes()
    for (let lane = 0; lane < 101; lane += 1) {
      for (let i = 0; i < 11; i += 1) lanes.add(`lane ${lane}`, `${lane}.${i}`)
    }
    expect(running.size).toBe(1_000)
    await end('0.0')
    await end('0.1')
    expect(began.slice(1_000)).toEqual(['100.0', '0.10'])
  })

  test('when they are cleared, then what waited is given back and never run', async () => {
    const { lanes, began, endAll } = givenLanes()
    for (let i = 0; i < 12; i += 1) lanes.add('one', String(i))
    expect(lanes.clear()).toEqual(['10', '11'])
    await endAll()
    await lanes.idle()
    expect(began).toHaveLength(10)
  })
})
