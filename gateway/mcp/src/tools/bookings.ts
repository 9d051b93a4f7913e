import { idOf, operations } from '@usher/contracts'
import { z } from 'zod'
import { ADDS, defineTool, ENDS, READS } from '../tool.ts'
import { cursor, idempotencyKey, limit, q, time } from './parts.ts'

/** A booking without the link to the customer's own page. */
const bookingView = operations.getBooking.answer
  .pick({
    id: true,
    status: true,
    service_type_id: true,
    provider_id: true,
    start: true,
    end: true,
    timezone: true,
    seats: true,
    notes: true,
    cancel_reason: true,
    queue_id: true,
    guest_id: true,
  })
  .extend({ customer: operations.getBooking.answer.shape.customer.pick({ name: true }) })
  .meta({ description: 'Names and notes are as customers or staff typed them' })

const standby = operations.listStandbys.answer.shape.data.element

const listServiceTypes = defineTool({
  name: 'list_service_types',
  title: 'List service types',
  description: 'Lists what can be booked, with durations in minutes and who provides it.',
  operations: [operations.listServiceTypes],
  hints: READS,
  input: z.strictObject({ limit, cursor }),
  output: z.object({
    data: z.array(
      operations.getServiceType.answer.pick({
        id: true,
        name: true,
        description: true,
        duration_minutes: true,
        duration_options: true,
        capacity: true,
        provider_ids: true,
        active: true,
      }),
    ),
    next_cursor: z.string().nullable(),
  }),
  run: (ask, query) => ask(operations.listServiceTypes, { query }),
})

const findFreeTimes = defineTool({
  name: 'find_free_times',
  title: 'Find free times',
  description: 'Lists the times of a service type that can be booked, of up to 62 days.',
  operations: [operations.getAvailability],
  hints: READS,
  input: z.strictObject({
    service_type_id: idOf('serviceType'),
    provider_id: idOf('provider').optional().meta({ description: 'Only with this one; absent: with any' }),
    from: time('Starts at this time or later; a date is its first moment'),
    to: time('Starts before this time'),
    duration: z.int().min(1).max(1_440).optional().meta({ description: 'Minutes' }),
    seats: z.int().min(1).max(1_000).optional(),
    timezone: z.string().max(60).optional().meta({ description: 'Of dates, such as Europe/Berlin' }),
  }),
  output: operations.getAvailability.answer,
  run: (ask, query) => ask(operations.getAvailability, { query }),
})

const listBookings = defineTool({
  name: 'list_bookings',
  title: 'List bookings',
  description: 'Lists bookings in the order of their starts, of all times unless limited.',
  operations: [operations.listBookings],
  hints: READS,
  input: z.strictObject({
    status: operations.getBooking.answer.shape.status.optional(),
    service_type_id: idOf('serviceType').optional(),
    provider_id: idOf('provider').optional(),
    from: time('Starts at this time or later').optional(),
    to: time('Starts before this time').optional(),
    q,
    limit,
    cursor,
  }),
  output: z.object({ data: z.array(bookingView), next_cursor: z.string().nullable() }),
  run: (ask, query) => ask(operations.listBookings, { query }),
})

const listStandbys = defineTool({
  name: 'list_standbys',
  title: 'List the standby list',
  description: 'Lists customers who wait for a time, in the order in which they joined.',
  operations: [operations.listStandbys],
  hints: READS,
  input: z.strictObject({
    status: standby.shape.status.optional(),
    service_type_id: idOf('serviceType').optional(),
    q,
    limit,
    cursor,
  }),
  output: z.object({
    data: z.array(
      standby
        .pick({
          id: true,
          status: true,
          end_reason: true,
          service_type_id: true,
          provider_id: true,
          windows: true,
          seats: true,
          notes: true,
          offer: true,
          booking_id: true,
          created_at: true,
        })
        .extend({ customer: standby.shape.customer.pick({ name: true }) })
        .meta({ description: 'Names and notes are as customers typed them' }),
    ),
    next_cursor: z.string().nullable(),
  }),
  run: (ask, query) => ask(operations.listStandbys, { query }),
})

const createBooking = defineTool({
  name: 'create_booking',
  title: 'Create a booking',
  description:
    'Books a free time, as find_free_times lists them. The customer gets messages at the phone number or e-mail address given.',
  operations: [operations.createBooking],
  hints: ADDS,
  input: z.strictObject({
    service_type_id: idOf('serviceType'),
    start: time('A free time'),
    provider_id: idOf('provider').optional().meta({ description: 'Absent: any, the least busy' }),
    duration_minutes: z.int().min(1).max(1_440).optional(),
    seats: z.int().min(1).max(1_000).optional(),
    customer: operations.createBooking.body.shape.customer,
    notes: operations.createBooking.body.shape.notes,
    idempotency_key: idempotencyKey,
  }),
  output: bookingView,
  run: (ask, { idempotency_key, ...body }) =>
    ask(operations.createBooking, {
      body: { ...body, source: 'agent' },
      idempotencyKey: idempotency_key,
    }),
})

const moveBooking = defineTool({
  name: 'move_booking',
  title: 'Move a booking',
  description: 'Moves a booking to another free time; where that is not free nothing changes.',
  operations: [operations.updateBooking],
  hints: ENDS,
  input: z.strictObject({
    booking_id: idOf('booking'),
    start: time('The new start'),
    duration_minutes: z.int().min(1).max(1_440).optional(),
    provider_id: idOf('provider').optional().meta({ description: 'Another one; absent: the same' }),
  }),
  output: bookingView,
  run: (ask, { booking_id: id, ...body }) => ask(operations.updateBooking, { params: { id }, body }),
})

const cancelBooking = defineTool({
  name: 'cancel_booking',
  title: 'Cancel a booking',
  description: 'Cancels a booking; its time is free at once, and the customer is told.',
  operations: [operations.cancelBooking],
  hints: ENDS,
  input: z.strictObject({
    booking_id: idOf('booking'),
    reason: z.string().max(200).optional().meta({ description: 'Why' }),
  }),
  output: bookingView,
  run: (ask, { booking_id: id, ...body }) => ask(operations.cancelBooking, { params: { id }, body }),
})

export const bookingTools = [
  ...[listServiceTypes, findFreeTimes, listBookings, listStandbys],
  ...[createBooking, moveBooking, cancelBooking],
]
