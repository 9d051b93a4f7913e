import { eventQueue } from '@usher/contracts'
import { type Foundation, startConsumer } from '@usher/service-kit'
import { createBookingHandler } from './on-bookings.ts'
import { createHandledHandler } from './on-change-handled.ts'
import type { SyncContext } from './sync-context.ts'
import type { SyncWorker } from './worker.ts'

/** Starts two-way sync: consuming booking events, and the worker for calendars that are due. */
export async function startTwoWaySync(
  { broker, log, shutdown }: Foundation,
  ctx: SyncContext,
  worker: SyncWorker,
): Promise<void> {
  shutdown.use(worker)
  const bookings = { ...eventQueue('calendar-sync.bookings'), log }
  const handleBookings = createBookingHandler(ctx, worker.takeUp)
  shutdown.use(await startConsumer(broker, { ...bookings, handle: handleBookings }))
  const answers = { ...eventQueue('calendar-sync.changes'), log }
  const handleAnswers = createHandledHandler(ctx, worker.takeUp)
  shutdown.use(await startConsumer(broker, { ...answers, handle: handleAnswers }))
}
