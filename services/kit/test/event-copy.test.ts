import { createInfrastructure, startOnce } from '@usher/test-kit'
import mongoose from 'mongoose'
import { collectionOf, collectionSchema, connectMongo, type EventCopy, updateIfNewer } from '../src/index.ts'

interface ProviderCopy extends EventCopy {
  readonly organization_id: string
  readonly name: string
}

/** Two replicas of a service, each with a connection of its own to their database. */
const replicas = startOnce(async () => {
  const infrastructure = await createInfrastructure()
  const url = infrastructure.mongoUrl('copies')
  const connections = [await connectMongo(url), await connectMongo(url)] as const
  const schema = collectionSchema<ProviderCopy>('copies')
  const [one, other] = connections.map((each) => collectionOf(each, schema))
  if (!one || !other) throw new Error('two connections have two collections')
  return {
    one,
    other,
    async [Symbol.asyncDispose]() {
      await Promise.all(connections.map((each) => each.close()))
      await infrastructure[Symbol.asyncDispose]()
    },
  }
})

const told = (_id: string, sequence: number, organization_id = 'org_1') =>
  [{ _id, organization_id, sequence }, { $set: { name: `of event ${sequence}`, sequence } }] as const

const newId = () => new mongoose.Types.ObjectId().toHexString()

describe('two replicas that copy the same resource from events', () => {
  const latest = { sequence: 2, name: 'of event 2' }

  test('keep event 2 in each of 1,000 rounds when events 1 and 2 are handled at once', async () => {
    const { one, other } = await replicas()
    const ids = Array.from({ length: 1_000 }, newId)
    for (const id of ids) {
      await Promise.all([updateIfNewer(one, ...told(id, 1)), updateIfNewer(other, ...told(id, 2))])
    }
    const kept = await one.find({ _id: { $in: ids } }).toArray()
    expect(kept).toHaveLength(1_000)
    expect(kept.filter(({ sequence }) => sequence !== 2)).toEqual([])
  })

  test.each([
    ['in order', [1, 2]],
    ['the later one first', [2, 1]],
    ['each of them twice', [1, 2, 1, 2]],
  ])('keep event 2 when the events arrive %s', async (_, sequences) => {
    const { one, other } = await replicas()
    const id = newId()
    for (const [index, sequence] of sequences.entries()) {
      await updateIfNewer(index % 2 ? other : one, ...told(id, sequence))
    }
    expect(await one.findOne({ _id: id })).toMatchObject(latest)
  })

  test('ignore an event of another organisation with the same id', async () => {
    const { one, other } = await replicas()
    const id = newId()
    await updateIfNewer(one, ...told(id, 2))
    await updateIfNewer(other, ...told(id, 3, 'org_2'))
    expect(await one.findOne({ _id: id })).toMatchObject({ ...latest, organization_id: 'org_1' })
  })
})
