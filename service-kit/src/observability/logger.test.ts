import { flushed } from './logger.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

function givenStream() {
  const written: string[] = []
  let flushes = 0
  const stream = flushed({
    write: (line) => void written.push(line),
    flush() {
      flushes += 1
    },
  })
  return { stream, written, flushes: () => flushes }
}

test('given a log, when nothing is written, then nothing is flushed', async () => {
  const { stream, flushes } = givenStream()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(flushes()).toBe(0)
  stream.write('one')
  await jest.advanceTimersByTimeAsync(60_000)
  expect(flushes()).toBe(1)
})

test('given a log, when lines are written, then they are flushed together within 250 ms, and those after them, too', async () => {
  const { stream, written, flushes } = givenStream()
  stream.write('one')
  await jest.advanceTimersByTimeAsync(200)
  stream.write('two')
  await jest.advanceTimersByTimeAsync(50)
  expect([written, flushes()]).toEqual([['one', 'two'], 1])
  stream.write('three')
  await jest.advanceTimersByTimeAsync(250)
  expect([written.length, flushes()]).toEqual([3, 2])
})
