import { parseStat, readStat } from './process-stat.ts'

describe('given a line of /proc/PID/stat', () => {
  test('when the name has spaces and parentheses, then all is found all the same', () => {
    const line = '42 (a) b (c)) S 7 42 42 0 -1 4194560 100 0 0 0 11 22 3 4 20 0 1 0 100'
    expect(parseStat(line)).toEqual({
      state: 'S',
      parent: 7,
      cpuUs: 330_000,
      endedChildrenUs: 70_000,
      startTicks: 100,
    })
  })
})

describe('given a process', () => {
  ;(process.platform === 'linux' ? test : test.skip)('when it runs, then its parent is told', () => {
    expect(readStat('self')?.parent).toBe(process.ppid)
  })

  test('when it is gone, then nothing is told', () => {
    expect(readStat(2 ** 30)).toBeUndefined()
  })
})
