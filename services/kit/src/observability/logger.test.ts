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

test('the log is not flushed while nothing is written', async () => {
  const { stream, flushes } = givenStream()
  await jest.advanceTimersByTimeAsync(60_000)
  expect(flushes()).toBe(0)
  stream.write('one')
  await jest.advanceTimersByTimeAsync(60_000)
  expect(flushes()).toBe(1)
})

test('lines of the log are flushed together within 250 ms, and later lines with a second flush', async () => {
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
