import { mintedAt, newId } from './ids.ts'

/** Behind the time and the version, without the last bits: ids that count up change it once in thousands. */
const countedPartOf = (id: string): string => id.slice('q_'.length + 11, 'q_'.length + 15)

test('ids do not show how many were made in between', () => {
  const byMs = new Map<number, string>()
  while (byMs.size < 20) byMs.set(Date.now(), newId('queue'))
  expect(new Set([...byMs.values()].map(countedPartOf)).size).toBeGreaterThan(15)
})

test('ids sort in the order in which they were made', () => {
  const ids = Array.from({ length: 1_000 }, () => newId('queue'))
  expect(ids.toSorted()).toEqual(ids)
})

test('ids have the time at which they were made, also after the clock was set back', () => {
  jest.useFakeTimers({ now: Date.now() + 3_600_000 })
  newId('queue')
  jest.useRealTimers()
  expect(mintedAt(newId('queue'))).toBeLessThanOrEqual(Date.now())
})
