import { newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import mongoose from 'mongoose'
import { guestEvent, startHarness } from './harness.ts'

const GUESTS = 5
/** Some 35 before reads and writes of several messages were done together. */
const MAX_COMMANDS_PER_GUEST = 18

/** What every process does now and then, whatever there is to send. */
const REGULAR = /\.(leases|shares|outbox|event_jobs|system\.profile)$/

test('sending to guests who join together takes at most 18 database commands each', async () => {
  await using harness = await startHarness()
  const connection = await mongoose.createConnection(harness.config.mongoUrl).asPromise()
  await using _closing = { [Symbol.asyncDispose]: () => connection.destroy() }
  const api = harness.client()
  const joined = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      guestEvent(harness.organizationId, { queueId, phone: `+1415555267${i}`, time: harness.clock.now() }),
    )
  const delivered = (count: number) =>
    until('the messages', async () => {
      const { data } = (await api('GET', '/v1/notifications?status=delivered&limit=100')).body
      return data.length === count
    })
  const queueId = newId('queue')
  await harness.publish(...joined(1))
  await delivered(1)
  await connection.db?.command({ profile: 2 })
  await harness.publish(...joined(GUESTS))
  await delivered(1 + GUESTS)
  await connection.db?.command({ profile: 0 })
  const filter = { ns: { $not: REGULAR }, 'command.filter.status': { $ne: 'delivered' } }
  const asked = await connection.collection('system.profile').countDocuments(filter)
  expect(asked).toBeLessThan(GUESTS * MAX_COMMANDS_PER_GUEST)
})
