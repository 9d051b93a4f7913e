import { connectMongo, type Migration, runMigration } from '@usher/service-kit'
import { createInfrastructure } from '@usher/test-kit'
import type { Connection } from 'mongoose'
import { operatorOf } from './support/operator.ts'

const THINGS = 7
const PART = 2

let stack: AsyncDisposableStack
let mongoUrl: string
let connection: Connection
beforeEach(async () => {
  stack = new AsyncDisposableStack()
  mongoUrl = stack.use(await createInfrastructure({ isNew: true })).mongoUrl('kit')
  connection = await connectMongo(mongoUrl)
  stack.defer(() => connection.destroy())
  await connection
    .collection<Thing>('things')
    .insertMany(Array.from({ length: THINGS }, (_, index) => ({ _id: `t${index}`, touched: 0 })))
})
afterEach(() => stack.disposeAsync())

interface Thing {
  readonly _id: string
  readonly touched: number
}

/** Touches every thing, some at a time. @param onPart is told where each part begins */
const touching = (onPart = (_after: string | undefined) => {}): Migration => ({
  id: '2026-01-01-touch',
  about: 'Touches every thing',
  async next({ connection: { db }, session }, after) {
    const things = db?.collection<Thing>('things')
    const beyond = after === undefined ? {} : { _id: { $gt: after } }
    const page = await things?.find(beyond, { session }).sort({ _id: 1 }).limit(PART).toArray()
    const ids = (page ?? []).map(({ _id }) => _id)
    await things?.updateMany({ _id: { $in: ids } }, { $inc: { touched: 1 } }, { session })
    onPart(after)
    return ids.length < PART ? undefined : ids.at(-1)
  },
})

const touched = async () =>
  (await connection.collection<Thing>('things').find().toArray()).map((thing) => thing.touched)

const operator = () =>
  operatorOf({ service: 'kit', queues: [], sealed: [], migrations: [touching()] }, { MONGODB_URL: mongoUrl })

const ONCE = Array.from({ length: THINGS }, () => 1)

describe('a migration', () => {
  test('continues after the last complete part when a run was interrupted, and repeats nothing', async () => {
    const broken = touching((after) => {
      if (after === 't3') throw new Error('the process ended')
    })
    await expect(runMigration(connection, broken)).rejects.toThrow('the process ended')
    expect(await touched()).toEqual([1, 1, 1, 1, 0, 0, 0])
    expect(await operator().results('list-migrations')).toMatchObject([{ state: 'begun', parts: 2 }])
    const begun: (string | undefined)[] = []
    await runMigration(
      connection,
      touching((after) => begun.push(after)),
    )
    expect([begun[0], await touched()]).toEqual(['t3', ONCE])
  })

  test('touches each document once when two processes run it at once', async () => {
    const other = await connectMongo(mongoUrl)
    stack.defer(() => other.close())
    await Promise.all([connection, other].map((each) => runMigration(each, touching())))
    expect(await touched()).toEqual(ONCE)
  })

  test('is listed as pending before and complete after it runs, and does nothing when run again', async () => {
    expect(await operator().results('list-migrations')).toMatchObject([{ state: 'pending', parts: 0 }])
    expect(await operator().results('migrate')).toEqual([
      { service: 'kit', id: '2026-01-01-touch', parts_done: 4 },
    ])
    expect(await operator().results('list-migrations')).toMatchObject([{ state: 'complete', parts: 4 }])
    expect(await operator().results('migrate')).toMatchObject([{ parts_done: 0 }])
    expect(await touched()).toEqual(ONCE)
  })
})
