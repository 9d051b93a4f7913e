import mongoose, { type mongo, Schema, type SchemaDefinition } from 'mongoose'
import { type Bench, type Benchmark, type Outcome, times } from '../bench.ts'
import { withDatabase } from '../local.ts'
import { interleave } from '../measure/rounds.ts'
import { median } from '../measure/statistics.ts'

/** About what the queue service stores of a guest. */
const guest = {
  organization_id: 'org_01k6b3v5xeft8b2x9w7q4rmn0p',
  queue_id: 'q_01k6b3v5xeft8b2x9w7q4rmn0p',
  name: 'Ada Lovelace',
  phone: '+15551234567',
  email: 'ada@usher.test',
  party_size: 4,
  notes: 'window seat',
  tags: ['vip', 'stroller'],
  status: 'waiting',
  rank: 'a0V',
  sequence: 1,
  quote: { minutes: 14.5, low: 9, high: 21, servers: 3, rank: 'a0V', outcome: 'seated' },
  created_at: new Date('2026-11-01T12:00:00Z'),
  updated_at: new Date('2026-11-01T12:00:00Z'),
}

type Guest = typeof guest & { readonly _id: string }

const typesOf = (example: object): SchemaDefinition =>
  Object.fromEntries(
    Object.entries(example).map(([name, value]) => {
      if (Array.isArray(value)) return [name, [String]]
      return [
        name,
        value.constructor === Object ? new Schema(typesOf(value), { _id: false }) : value.constructor,
      ]
    }),
  )

const schema = new Schema<Guest>(
  { ...typesOf(guest), _id: String },
  { collection: 'guests', versionKey: false },
).index({ queue_id: 1, status: 1, rank: 1, _id: 1 })

/** What stores pay for their way to the database: the driver's collection, or mongoose's model. */
export const store: Benchmark = {
  name: 'store',
  title: "writing and reading guests: the driver's collection, as stores do, against mongoose's model",
  run,
}

async function run(bench: Bench, cleanup: AsyncDisposableStack): Promise<Outcome> {
  const url = withDatabase((await bench.servers()).mongo.url, 'usher_bench_store')
  const connection = await mongoose.createConnection(url).asPromise()
  cleanup.defer(() => connection.destroy())
  const Model = connection.model('Guest', schema)
  await Model.init()
  const collection = Model.collection as unknown as mongo.Collection<Guest>
  const line = { queue_id: guest.queue_id, status: 'waiting' }
  const seat = { $set: { status: 'seated', updated_at: guest.updated_at }, $inc: { sequence: 1 } }
  const newGuest = (): Guest => ({ ...guest, _id: new mongoose.Types.ObjectId().toHexString() })
  const calling = (work: () => Promise<unknown>) => async () => {
    await cpuPerCall(work, WARM_UP_SECONDS)
    return await cpuPerCall(work, bench.seconds)
  }
  await collection.insertMany(Array.from({ length: 50 }, newGuest))
  const costs = await interleave(bench, {
    driver: calling(async () => {
      const added = newGuest()
      await collection.insertOne(added)
      await collection.find(line).sort({ rank: 1 }).limit(10).toArray()
      await collection.updateOne({ _id: added._id }, seat)
    }),
    'model, lean': calling(async () => {
      const added = newGuest()
      await Model.insertMany([added], { lean: true })
      await Model.find(line).sort({ rank: 1 }).limit(10).lean()
      await Model.updateOne({ _id: added._id }, seat)
    }),
    'model, documents': calling(async () => {
      const added = await Model.create(newGuest())
      await Model.find(line).sort({ rank: 1 }).limit(10)
      await Model.updateOne({ _id: added._id }, seat)
    }),
  })
  const ways = Object.entries(costs)
  const toDriver = (all: readonly number[]) =>
    median(all.map((cost, i) => cost / (costs.driver[i] ?? Number.NaN)))
  const rows = ways.map(([way, all]) => ({ way, 'CPU µs of the process': Math.round(median(all)) }))
  return {
    tables: [{ title: 'Adding a guest, listing ten, seating the guest', rows }],
    figures: ways.slice(1).map(([way, all]) => times(`CPU of the process, ${way} : driver`, toDriver(all))),
    checks: [],
  }
}

const WARM_UP_SECONDS = 1

async function cpuPerCall(work: () => Promise<unknown>, seconds: number): Promise<number> {
  const [before, endMs] = [process.cpuUsage(), performance.now() + seconds * 1_000]
  let calls = 0
  for (; performance.now() < endMs; calls += 1) await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}
