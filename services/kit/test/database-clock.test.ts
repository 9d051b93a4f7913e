import { connectMongo, createLogger } from '@usher/service-kit'
import { createInfrastructure, setDate } from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { startDatabaseClock } from '../src/store/database-clock.ts'

const OFF_MS = 600_000

/** More than a reading takes on a busy machine. */
const NEAR_MS = 30_000

const log = createLogger('test', 'silent')
const { performance } = globalThis
const trueNow = () => performance.timeOrigin + performance.now()

let stack: AsyncDisposableStack
let connection: Connection
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  connection = await connectMongo(infrastructure.mongoUrl('kit'))
  stack.defer(() => connection.destroy())
})
afterEach(async () => {
  jest.useRealTimers()
  await stack.disposeAsync()
})

const setProcessClock = (aheadMs: number) => setDate(trueNow() + aheadMs)

const isNear = (time: Date) => expect(Math.abs(time.getTime() - trueNow())).toBeLessThan(NEAR_MS)

describe('the database clock in a process whose own clock is wrong', () => {
  test.each([
    ['ahead', OFF_MS],
    ['behind', -OFF_MS],
  ])('shows the time of the database when the process starts ten minutes %s', async (_, aheadMs) => {
    setProcessClock(aheadMs)
    await using clock = await startDatabaseClock(connection, log)
    isNear(clock.now())
  })

  test('keeps the time of the database when the clock of the process jumps', async () => {
    await using clock = await startDatabaseClock(connection, log)
    setProcessClock(OFF_MS)
    isNear(clock.now())
    setProcessClock(-OFF_MS)
    isNear(clock.now())
  })
})
