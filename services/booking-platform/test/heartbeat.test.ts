import { bookingHeartbeatSent, type CloudEvent } from '@usher/contracts'
import { newId, outboxOf } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { publishedUntil } from '../src/heartbeat.ts'
import { type Harness, startHarness } from './harness.ts'

let harness: Harness
let database: mongoose.Connection
beforeAll(async () => {
  harness = await startHarness()
  const url = harness.infrastructure.mongoUrl('unrelayed')
  database = await mongoose.createConnection(url).asPromise()
})
afterAll(async () => {
  await database?.destroy()
  await harness?.[Symbol.asyncDispose]()
})

const NOW = new Date('2026-11-26T12:00:00.000Z')
const EARLIER = new Date('2026-11-26T11:59:00.000Z')

describe('the heartbeat of the booking platform', () => {
  test('its as_of equals its time once all events are published', async () => {
    const beat = await until('a heartbeat', () =>
      harness.events.events.find(({ type }: CloudEvent) => type === bookingHeartbeatSent.type),
    )
    expect(beat.data).toEqual({ as_of: beat.time })
  })
})

describe('an outbox without a relay', () => {
  test('a waiting event limits publishedUntil to its own time', async () => {
    const outbox = outboxOf(database)
    expect(await publishedUntil(outbox, NOW)).toEqual(NOW)
    const stored_at = new mongoose.mongo.Timestamp({ t: 1, i: 1 })
    await outbox.insertOne({ _id: newId('event'), part: 0, at: EARLIER, stored_at, events: [] })
    expect(await publishedUntil(outbox, NOW)).toEqual(EARLIER)
  })
})
