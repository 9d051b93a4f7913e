import { parseStat, readStat } from './process-stat.ts'

describe('a line of /proc/PID/stat', () => {
  test('is parsed when the process name contains spaces and parentheses', () => {
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

describe('the stat of a process', () => {
  ;(process.platform === 'linux' ? test : test.skip)(
    "contains the parent's process ID while the process runs",
    () => {
      expect(readStat('self')?.parent).toBe(process.ppid)
    },
  )

  test('is undefined when the process is gone', () => {
    expect(readStat(2 ** 30)).toBeUndefined()
  })
})
