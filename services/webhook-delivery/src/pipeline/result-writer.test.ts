import { createLogger } from '@usher/service-kit'
import type { ClaimResult } from '../log/delivery-store.ts'
import { createResultWriter } from './result-writer.ts'

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] })
})
afterEach(() => {
  jest.useRealTimers()
})

/** Lets time pass until a write has ended. */
async function ending(writing: Promise<void>): Promise<void> {
  let hasEnded = false
  void writing.finally(() => {
    hasEnded = true
  })
  while (!hasEnded) await jest.advanceTimersByTimeAsync(100)
}

const result = (id: string): ClaimResult => ({
  delivery: { _id: id, claim: 'claim' },
  progress: { status: 'delivered', automatic_attempts: 1, next_attempt_at: null, completed_at: new Date() },
})

const named = (name: string) => Object.assign(new Error('refused'), { name })

/** A writer whose database fails with these errors before it takes a write. */
function givenWriter(errors: Error[]) {
  const batches: string[][] = []
  let tries = 0
  const stop = new AbortController()
  const write = createResultWriter({
    deliveries: {
      finish: async (results) => {
        tries += 1
        const error = errors.shift()
        if (error) throw error
        batches.push(results.map(({ delivery }) => delivery._id))
      },
    },
    log: createLogger('test', 'silent'),
    stopping: stop.signal,
  })
  return { write, batches, stop, tries: () => tries }
}

describe('given a database that takes writes', () => {
  test('when results come at the same time, then they are written together', async () => {
    const { write, batches } = givenWriter([])
    await Promise.all(['a', 'b', 'c'].map((id) => write(result(id))))
    expect(batches).toEqual([['a', 'b', 'c']])
  })
})

describe('given a database that is away', () => {
  test('when a result is written, then it is tried until the database is back', async () => {
    const { write, batches } = givenWriter(Array(6).fill(named('MongoNetworkError')))
    await ending(write(result('a')))
    expect(batches).toEqual([['a']])
  })

  test('when the process stops, then it is tried no more', async () => {
    const { write, stop, tries } = givenWriter(Array(6).fill(named('MongoNetworkError')))
    stop.abort()
    await write(result('a'))
    expect(tries()).toBe(1)
  })
})

describe('given a database that refuses a write for good', () => {
  test('when it has refused five times, then the result is given up', async () => {
    const { write, tries } = givenWriter(Array(9).fill(named('MongoServerError')))
    await ending(write(result('a')))
    expect(tries()).toBe(5)
  })
})
