import mongoose from 'mongoose'
import { createInfrastructure } from '../src/infrastructure.ts'

/** Connects to a test's own database, which the next test gets emptied. */
async function openDatabase() {
  const stack = new AsyncDisposableStack()
  const infrastructure = stack.use(await createInfrastructure())
  const connection = await mongoose.createConnection(infrastructure.mongoUrl('some')).asPromise()
  stack.defer(() => connection.destroy())
  const { db } = connection
  if (!db) throw new Error('not connected')
  return { db, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

test("a test's database loses its profiling level and all documents before the next test gets it", async () => {
  {
    await using first = await openDatabase()
    await first.db.command({ profile: 2 })
    await first.db.collection('guests').insertOne({ name: 'Ada' })
  }
  await using next = await openDatabase()
  expect((await next.db.command({ profile: -1 })).was).toBe(0)
  expect(await next.db.collection('system.profile').countDocuments()).toBe(0)
  expect(await next.db.collection('guests').countDocuments()).toBe(0)
})
