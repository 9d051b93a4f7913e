import { type Part, partsTable, timed } from './parts.ts'
import { processorSeconds } from './processor-time.ts'

describe('parts of a test run', () => {
  test('record their name and times, and return their result', async () => {
    const parts: Part[] = []
    expect(await timed('checks', parts, async () => 7)).toBe(7)
    expect(parts).toEqual([
      { name: 'checks', wallSeconds: expect.any(Number), processorSeconds: expect.any(Number) },
    ])
  })

  test('are printed one a line, with the sums in the last line', () => {
    const parts = [
      { name: 'checks', wallSeconds: 20.4, processorSeconds: 40 },
      { name: 'servers', processorSeconds: 60.6 },
    ]
    expect(
      partsTable(parts)
        .split('\n')
        .map((line) => line.split(/\s+/)),
    ).toEqual([
      ['part', 'seconds', 'processor'],
      ['checks', '20', '40'],
      ['servers', '61'],
      ['all', '20', '101'],
    ])
  })
})

describe('the processor time of a process', () => {
  test('grows while the process works', () => {
    const before = processorSeconds('self')
    const until = process.cpuUsage().user + 30_000
    while (process.cpuUsage().user < until);
    expect(processorSeconds('self')).toBeGreaterThan(before)
  })

  test('is 0 when the process is gone', () => {
    expect(processorSeconds(2 ** 30)).toBe(0)
  })
})
