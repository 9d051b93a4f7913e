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

describe('the result writer with a healthy database', () => {
  test('writes results that arrive together in one batch', async () => {
    const { write, batches } = givenWriter([])
    await Promise.all(['a', 'b', 'c'].map((id) => write(result(id), true)))
    expect(batches).toEqual([['a', 'b', 'c']])
  })
})

describe('the result writer with an unreachable database', () => {
  test('retries a write until the database is back', async () => {
    const { write, batches } = givenWriter(Array(6).fill(named('MongoNetworkError')))
    await ending(write(result('a'), true))
    expect(batches).toEqual([['a']])
  })

  test('stops retrying when the process stops', async () => {
    const { write, stop, tries } = givenWriter(Array(6).fill(named('MongoNetworkError')))
    stop.abort()
    await write(result('a'), true)
    expect(tries()).toBe(1)
  })
})

describe('the result writer with a database that rejects a write', () => {
  test('gives up a result after five rejections', async () => {
    const { write, tries } = givenWriter(Array(9).fill(named('MongoServerError')))
    await ending(write(result('a'), true))
    expect(tries()).toBe(5)
  })
})
