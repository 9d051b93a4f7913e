import type { mongo } from 'mongoose'
import { describe, expect, test } from 'vitest'
import { newId } from '../src/index.ts'
import { VirtualClock } from '../src/worlds/virtual-clock.ts'
import { useDatabase } from './database.ts'

const NOW = new Date('2026-03-02T09:00:00.000Z')
const LATER = new Date('2026-03-02T10:00:00.000Z')

interface Planned {
  readonly _id: string
  readonly due: Date
}

const database = useDatabase('virtual')

/** A clock that knows what is done to two collections, one of which has what is planned. */
async function givenClock() {
  const { connection } = await database()
  const clock = new VirtualClock(NOW)
  const db = clock.use.watch(connection.getClient().db(connection.name))
  const planned: mongo.Collection<Planned> = db.collection(newId('event'))
  const other: mongo.Collection<Planned> = db.collection(newId('event'))
  const plan = async (due = LATER) => void (await planned.insertOne({ _id: newId('event'), due }))
  const next = async () => (await planned.findOne({}, { sort: { due: 1 } }))?.due
  return { clock, planned, other, plan, next }
}

describe('given work', () => {
  test('when it plans something after it has looked for what is planned, then it looks again', async () => {
    const { clock, plan, next } = await givenClock()
    clock.add(async () => {
      const due = await next()
      if (!due) await plan()
      return due
    })
    expect(await clock.runDue()).toEqual(LATER)
  })

  test('when something that it has begun plans more while it looks at other things, then it looks again', async () => {
    const { clock, other, plan, next } = await givenClock()
    let begun: Promise<void> | undefined
    clock.add(async () => {
      const due = await next()
      begun ??= plan()
      await Promise.all([begun, other.findOne({})])
      return due
    })
    expect(await clock.runDue()).toEqual(LATER)
  })

  test('when it looks for what is planned after all that it does, then it does not run again', async () => {
    const { clock, plan, next } = await givenClock()
    let runs = 0
    clock.add(async () => {
      runs += 1
      if (!(await next())) await plan()
      return await next()
    })
    expect(await clock.runDue()).toEqual(LATER)
    expect(runs).toBe(1)
  })

  test('when other work plans something that it has not seen, then it runs again', async () => {
    const { clock, plan, next } = await givenClock()
    const looked = Promise.withResolvers<void>()
    let isPlanned = false
    clock.add(async () => {
      const due = await next()
      looked.resolve()
      return due
    })
    clock.add(async () => {
      await looked.promise
      if (!isPlanned) await plan()
      isPlanned = true
      return undefined
    })
    expect(await clock.runDue()).toEqual(LATER)
  })

  test('when other work fails, then the clock waits for it nevertheless', async () => {
    const { clock } = await givenClock()
    const gate = Promise.withResolvers<void>()
    let isOver = false
    clock.add(async () => {
      await gate.promise
      isOver = true
      return undefined
    })
    clock.add(async () => {
      setImmediate(gate.resolve)
      throw new Error('the database is gone')
    })
    await expect(clock.runDue()).rejects.toThrow('the database is gone')
    expect(isOver).toBe(true)
  })
})
