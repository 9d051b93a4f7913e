import { type Part, partsTable, timed } from './parts.ts'
import { processorSeconds } from './processor-time.ts'

describe('given parts of a run', () => {
  test('when a part ends, then its time is noted and its result given', async () => {
    const parts: Part[] = []
    expect(await timed('checks', parts, async () => 7)).toBe(7)
    expect(parts).toEqual([
      { name: 'checks', wallSeconds: expect.any(Number), processorSeconds: expect.any(Number) },
    ])
  })

  test('when they are shown, then each has a line and the last has the sums', () => {
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

describe('given a process', () => {
  test('when it works, then its processor time grows', () => {
    const before = processorSeconds('self')
    const until = process.cpuUsage().user + 30_000
    while (process.cpuUsage().user < until);
    expect(processorSeconds('self')).toBeGreaterThan(before)
  })

  test('when it is gone, then it has none', () => {
    expect(processorSeconds(2 ** 30)).toBe(0)
  })
})
