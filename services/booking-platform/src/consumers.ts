import { bookingCheckInHandled, calendarBookingChangeRequested, calendarBusyReplaced } from '@usher/contracts'
import { type Foundation, inboxModel, startConsumer } from '@usher/service-kit'
import { createChangeHandler } from './calendar-changes/on-change-requested.ts'
import { createBusyHandler } from './calendars/on-busy-replaced.ts'
import { createHandledHandler } from './check-in/on-check-in-handled.ts'
import type { BookingPlatformContext } from './context.ts'
import { createQueueHandler, QUEUE_EVENTS } from './queue-copies/on-queue.ts'
import { QUEUES } from './queues.ts'

/** Starts following when linked calendars are busy. */
async function startCalendars({ broker, log }: Foundation, ctx: BookingPlatformContext) {
  const calendars = { queue: QUEUES.calendars, events: [calendarBusyReplaced], log }
  return await startConsumer(broker, { ...calendars, handle: createBusyHandler(ctx) })
}

/** Starts carrying out what linked calendars ask for. */
async function startCalendarChanges({ broker, connection, log }: Foundation, ctx: BookingPlatformContext) {
  const changes = { queue: QUEUES.calendarChanges, events: [calendarBookingChangeRequested], log }
  return await startConsumer(broker, { ...changes, handle: createChangeHandler(ctx, inboxModel(connection)) })
}

/** Starts recording what became of check-ins. */
async function startCheckIns({ broker, log }: Foundation, ctx: BookingPlatformContext) {
  const checkIns = { queue: QUEUES.checkIns, events: [bookingCheckInHandled], log }
  return await startConsumer(broker, { ...checkIns, handle: createHandledHandler(ctx) })
}

/** Starts following which queues take which bookings. */
async function startQueues({ broker, log }: Foundation, ctx: BookingPlatformContext) {
  const queues = { queue: QUEUES.queues, events: QUEUE_EVENTS, log }
  return await startConsumer(broker, { ...queues, handle: createQueueHandler(ctx) })
}

/** Starts following the events of other services. */
export const CONSUMERS = [startCalendars, startCalendarChanges, startCheckIns, startQueues] as const
