import { eventQueue } from '@usher/contracts'
import { type Foundation, inboxModel, startConsumer } from '@usher/service-kit'
import { createCheckInHandler } from './check-ins/on-checked-in.ts'
import type { QueueContext } from './context.ts'
import { createDeliveryHandler } from './delivery-feedback/on-notification.ts'
import { createBookingHandler } from './expected/on-booking.ts'
import { createForwardedHandler } from './replies/on-forwarded.ts'
import { createReplyHandler } from './replies/on-reply.ts'

/** How long the outcome of a message waits for others, in ms: staff do not notice, and most change nothing. */
const FEEDBACK_GATHER_MS = 200

/** Starts recording which guests cannot be reached by messages. */
async function startDeliveryFeedback({ broker, log }: Foundation, ctx: QueueContext) {
  const handle = createDeliveryHandler(ctx)
  const feedback = { ...eventQueue('queue.reach'), gatherMs: FEEDBACK_GATHER_MS }
  return await startConsumer(broker, { ...feedback, handle, log })
}

/** Starts carrying out what guests ask for by message. */
async function startReplies({ broker, connection, log }: Foundation, ctx: QueueContext) {
  const handle = createReplyHandler(ctx, { connection, inbox: inboxModel(connection) })
  return await startConsumer(broker, { ...eventQueue('queue.replies'), handle, log })
}

/** Starts showing staff what guests wrote to them. */
async function startForwardedReplies({ broker, log }: Foundation, ctx: QueueContext) {
  const handle = createForwardedHandler(ctx)
  return await startConsumer(broker, { ...eventQueue('queue.forwarded-replies'), handle, log })
}

/** Starts adding customers who arrive for a booking to queues. */
async function startCheckIns({ broker, connection, log }: Foundation, ctx: QueueContext) {
  const handle = createCheckInHandler(ctx, { connection, inbox: inboxModel(connection) })
  return await startConsumer(broker, { ...eventQueue('queue.check-ins'), handle, log })
}

/** Starts following the bookings whose customers are expected. */
async function startBookings({ broker, log }: Foundation, ctx: QueueContext) {
  const handle = createBookingHandler(ctx)
  return await startConsumer(broker, { ...eventQueue('queue.bookings'), handle, log })
}

/** Starts following the events of other services. */
export const CONSUMERS = [
  startDeliveryFeedback,
  startReplies,
  startForwardedReplies,
  startCheckIns,
  startBookings,
] as const
