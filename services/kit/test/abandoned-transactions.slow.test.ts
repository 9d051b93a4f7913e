import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import {
  connectMongo,
  createLogger,
  inTransaction,
  startEndingAbandonedTransactions,
} from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import type { Connection, mongo } from 'mongoose'

/** A way to a server that breaks off as it does when the process behind it is killed. */
async function breakableWay(url: string) {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(Number(target.port), target.hostname)
    for (const socket of [from, to]) sockets.add(socket.on('error', () => {}))
    from.pipe(to).pipe(from)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const way = new URL(url)
  way.port = String((server.address() as AddressInfo).port)
  way.hostname = '127.0.0.1'
  way.searchParams.delete('replicaSet')
  way.searchParams.set('directConnection', 'true')
  return {
    url: way.href,
    break() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

type Counters = mongo.Collection<{ _id: string; n: number }>

const WAYS = [
  {
    by: 'a command',
    add: async (counters: Counters) => void (await counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } })),
  },
  {
    by: 'a transaction',
    add: (counters: Counters, connection: Connection) =>
      inTransaction(connection, async (session) => {
        await counters.updateOne({ _id: 'a' }, { $inc: { n: 1 } }, { session })
      }),
  },
]

describe('one transaction abandoned by a killed process and one that is only paused', () => {
  test.each(WAYS)(
    '$by writes the locked document within 25 s, and the paused transaction can still commit',
    async ({ add }) => {
      await using stack = new AsyncDisposableStack()
      const infrastructure = stack.use(await createInfrastructure())
      const url = infrastructure.mongoUrl('kit')
      const way = await breakableWay(url)
      const [dead, pausing, living] = [
        await connectMongo(way.url),
        await connectMongo(url),
        await connectMongo(url),
      ]
      for (const connection of [dead, pausing, living]) stack.defer(() => connection.destroy())
      const counters = living.collection<{ _id: string; n: number }>('counters')
      await counters.insertMany([
        { _id: 'a', n: 0 },
        { _id: 'b', n: 0 },
      ])
      const begin = async (connection: typeof dead, _id: string) => {
        const session = await connection.startSession()
        session.startTransaction()
        const own = connection.collection<{ _id: string; n: number }>('counters')
        await own.updateOne({ _id }, { $inc: { n: 100 } }, { session })
        return session
      }
      const ending = stack.use(startEndingAbandonedTransactions(living, createLogger('test', 'silent')))
      await ending.run()
      const session = await begin(pausing, 'b')
      await begin(dead, 'a')
      way.break()

      const startedAt = Date.now()
      await add(counters, living)

      // MongoDB ends the transaction by itself after a minute; a process at rest looks after half of one at the earliest.
      expect(Date.now() - startedAt).toBeLessThan(25_000)
      expect(await counters.findOne({ _id: 'a' })).toEqual({ _id: 'a', n: 1 })
      await session.commitTransaction()
      expect(await counters.findOne({ _id: 'b' })).toEqual({ _id: 'b', n: 100 })
    },
  )
})
