import { bookingHeartbeatSent } from '@usher/contracts'
import {
  createPublisher,
  type Foundation,
  type Job,
  NO_JOB,
  newEvent,
  newId,
  type Outbox,
  outboxOf,
  readOutbox,
  startPeriodicJob,
} from '@usher/service-kit'

/** Who follows bookings counts them as known for three times as long. */
const BEAT_EVERY_MS = 10_000

/** Heartbeats are about the bookings of all organisations. */
const NO_ORGANIZATION = 'org_00000000000000000000000000'

/** Up to when all events are published: an event that waits for it is not. */
export async function publishedUntil(outbox: Outbox, now: Date): Promise<Date> {
  const [oldest] = await readOutbox(outbox, {}, 1)
  return oldest && oldest.at < now ? oldest.at : now
}

/**
 * Starts telling up to when all events of bookings are published. Who follows bookings cannot know otherwise whether
 * nothing happened or nothing arrives. It is published directly: by the outbox it would have to wait for its turn.
 */
export async function startHeartbeat({
  connection,
  broker,
  clock,
  log,
  testClocks,
}: Foundation): Promise<Job> {
  // The time of a test clock stands still until all events are handled.
  if (testClocks) return NO_JOB
  const outbox = outboxOf(connection)
  const publisher = await createPublisher(broker)
  const job = startPeriodicJob('heartbeat', BEAT_EVERY_MS, log, async () => {
    if (!publisher.isReady()) return
    const now = clock.now()
    const as_of = (await publishedUntil(outbox, now)).toISOString()
    const subject = newId('event')
    const origin = { organizationId: NO_ORGANIZATION, actor: 'system', requestId: newId('request') }
    await publisher.publish([
      newEvent(bookingHeartbeatSent, { subject, sequence: 1, time: now, origin, data: { as_of } }),
    ])
  })
  void job.run()
  return job
}
