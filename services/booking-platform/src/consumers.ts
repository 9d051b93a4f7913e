import { eventQueue } from '@usher/contracts'
import { type Foundation, inboxModel, startConsumer } from '@usher/service-kit'
import { createChangeHandler } from './calendar-changes/on-change-requested.ts'
import { createBusyHandler } from './calendars/on-busy-replaced.ts'
import { createHandledHandler } from './check-in/on-check-in-handled.ts'
import type { BookingPlatformContext } from './context.ts'
import { createQueueHandler } from './queue-copies/on-queue.ts'

/** Starts following when linked calendars are busy. */
async function startCalendars({ broker, log }: Foundation, ctx: BookingPlatformContext) {
  const handle = createBusyHandler(ctx)
  return await startConsumer(broker, { ...eventQueue('booking-platform.calendars'), handle, log })
}

/** Starts carrying out what linked calendars ask for. */
async function startCalendarChanges({ broker, connection, log }: Foundation, ctx: BookingPlatformContext) {
  const handle = createChangeHandler(ctx, inboxModel(connection))
  return await startConsumer(broker, { ...eventQueue('booking-platform.calendar-changes'), handle, log })
}

/** Starts recording what became of check-ins. */
async function startCheckIns({ broker, log }: Foundation, ctx: BookingPlatformContext) {
  const handle = createHandledHandler(ctx)
  return await startConsumer(broker, { ...eventQueue('booking-platform.check-ins'), handle, log })
}

/** Starts following which queues take which bookings. */
async function startQueues({ broker, log }: Foundation, ctx: BookingPlatformContext) {
  const handle = createQueueHandler(ctx)
  return await startConsumer(broker, { ...eventQueue('booking-platform.queues'), handle, log })
}

/** Starts following the events of other services. */
export const CONSUMERS = [startCalendars, startCalendarChanges, startCheckIns, startQueues] as const
