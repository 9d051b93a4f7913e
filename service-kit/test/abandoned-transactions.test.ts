import { describe, expect, test } from '@jest/globals'
import { connectMongo, createLogger, startEndingAbandonedTransactions } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'

describe('given a process that died in the middle of a transaction', () => {
  test('when another writes the same document, then it gets through within seconds, not a minute', async () => {
    await using stack = new AsyncDisposableStack()
    const infrastructure = stack.use(await createInfrastructure())
    const url = infrastructure.mongoUrl('kit')
    const [dead, living] = [await connectMongo(url), await connectMongo(url)]
    for (const connection of [dead, living]) stack.defer(() => connection.close())
    const counters = living.collection<{ _id: string; n: number }>('counters')
    await counters.insertOne({ _id: 'a', n: 0 })
    const session = await dead.startSession()
    session.startTransaction()
    await dead
      .collection<{ _id: string; n: number }>('counters')
      .updateOne({ _id: 'a' }, { $inc: { n: 100 } }, { session })

    stack.use(startEndingAbandonedTransactions(living, createLogger('test', 'silent')))
    const startedAt = Date.now()
    await counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } })

    expect(Date.now() - startedAt).toBeLessThan(20_000)
    expect(await counters.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 })
    await session.endSession()
  })
})
