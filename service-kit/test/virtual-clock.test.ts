import type { mongo } from 'mongoose'
import { describe, expect, test } from 'vitest'
import { inTransaction, newId } from '../src/index.ts'
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
  return { clock, connection, other, plan, next }
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

  test('when it has planned something itself, then it looks once more, and not again', async () => {
    const { clock, plan, next } = await givenClock()
    let runs = 0
    clock.add(async () => {
      runs += 1
      if (!(await next())) await plan()
      return await next()
    })
    expect(await clock.runDue()).toEqual(LATER)
    expect(runs).toBe(2)
  })

  test('when it works on something in a transaction, then that is no reason to look again', async () => {
    const { clock, connection, other, plan, next } = await givenClock()
    let runs = 0
    clock.add(async () => {
      runs += 1
      await inTransaction(connection, async (session) => {
        await other.findOne({}, { session })
        await other.insertOne({ _id: newId('event'), due: NOW }, { session })
      })
      return await next()
    })
    await plan()
    expect(await clock.runDue()).toEqual(LATER)
    expect(runs).toBe(1)
  })

  test('when other work was asked for again and again, then it looks once, after all of that', async () => {
    const { clock, plan, next } = await givenClock()
    let looks = 0
    clock.add(async () => {
      looks += 1
      return await next()
    })
    await clock.runDue()
    let left = 3
    const asked = clock.add(async () => {
      await plan()
      left -= 1
      if (left > 0) await asked.poke()
      return undefined
    })
    expect(await clock.runDue()).toEqual(LATER)
    expect({ left, looks }).toEqual({ left: 0, looks: 2 })
  })

  test('when other work plans something that it has not seen, then it runs again', async () => {
    const { clock, plan, next } = await givenClock()
    clock.add(next)
    let isPlanned = false
    clock.add(async () => {
      if (!isPlanned) await plan()
      isPlanned = true
      return undefined
    })
    expect(await clock.runDue()).toEqual(LATER)
  })

  test('when there is other work, then one runs after the other', async () => {
    const { clock, next } = await givenClock()
    const course: string[] = []
    for (const name of ['a', 'b'])
      clock.add(async () => {
        course.push(`${name} begins`)
        await next()
        course.push(`${name} ends`)
        return undefined
      })
    await clock.runDue()
    expect(course).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  test('when it fails, then it is run the next time, whatever changed', async () => {
    const { clock } = await givenClock()
    let runs = 0
    clock.add(async () => {
      runs += 1
      if (runs === 1) throw new Error('the database is gone')
      return LATER
    })
    await expect(clock.runDue()).rejects.toThrow('the database is gone')
    expect(await clock.runDue()).toEqual(LATER)
  })
})
