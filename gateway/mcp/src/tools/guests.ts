import { idOf, operations } from '@usher/contracts'
import { z } from 'zod'
import { ADDS, defineTool, ENDS, READS, SETS } from '../tool.ts'
import { cursor, idempotencyKey, limit, q } from './parts.ts'

/** A guest without contact data and without the link to the guest's own page. */
const guestView = operations.getGuest.answer
  .pick({
    id: true,
    queue_id: true,
    name: true,
    party_size: true,
    notes: true,
    tags: true,
    status: true,
    position: true,
    estimated_wait: true,
    created_at: true,
    notified_at: true,
    desk: true,
    no_show_due_at: true,
  })
  .meta({ description: 'name, notes and tags are as guests or staff typed them' })

const guest_id = idOf('guest')

const findGuests = defineTool({
  name: 'find_guests',
  title: 'Find guests',
  description: 'Finds guests in all queues, present and past, the latest first.',
  operations: [operations.listAllGuests],
  hints: READS,
  input: z.strictObject({
    q,
    status: z.string().max(100).optional().meta({
      description: 'waiting, notified, seated, no_show or removed, or several joined by commas; absent: all',
    }),
    limit,
    cursor,
  }),
  output: z.object({ data: z.array(guestView), next_cursor: z.string().nullable() }),
  run: (ask, query) => ask(operations.listAllGuests, { query }),
})

const addGuest = defineTool({
  name: 'add_guest',
  title: 'Add a guest',
  description:
    'Adds a guest to the end of a queue. The guest gets messages at the phone number or e-mail address given.',
  operations: [operations.addGuest],
  hints: ADDS,
  input: z.strictObject({
    queue_id: idOf('queue'),
    ...operations.addGuest.body.shape,
    idempotency_key: idempotencyKey,
  }),
  output: operations.addGuest.answer.pick({
    id: true,
    queue_id: true,
    name: true,
    party_size: true,
    position: true,
    estimated_wait: true,
    quoted_wait: true,
    status: true,
    created_at: true,
    duplicate_of: true,
    phone_unusual: true,
  }),
  run: (ask, { queue_id, idempotency_key, ...body }) =>
    ask(operations.addGuest, { params: { id: queue_id }, body, idempotencyKey: idempotency_key }),
})

const callNext = defineTool({
  name: 'call_next',
  title: 'Call the next guest',
  description: 'Notifies the guest whose turn it is in a queue.',
  operations: [operations.callNextGuest],
  hints: ADDS,
  input: z.strictObject({
    queue_id: idOf('queue'),
    desk: z.string().max(40).optional().meta({ description: 'Desk to come to, such as "Counter 3"' }),
    idempotency_key: idempotencyKey,
  }),
  output: guestView.extend({ clause: operations.callNextGuest.answer.shape.clause }),
  run: (ask, { queue_id, idempotency_key, ...body }) =>
    ask(operations.callNextGuest, { params: { id: queue_id }, body, idempotencyKey: idempotency_key }),
})

const notifyGuest = defineTool({
  name: 'notify_guest',
  title: 'Notify a guest',
  description:
    'Tells a guest that it is their turn, by the message of the venue or by a text of yours. Each call sends a message.',
  operations: [operations.notifyGuest],
  hints: ADDS,
  input: z.strictObject({
    guest_id,
    text: z.string().max(1_530).optional().meta({ description: 'Sent as it is, in place of the message' }),
    desk: z.string().max(40).optional().meta({ description: 'Desk to come to, such as "Counter 3"' }),
    idempotency_key: idempotencyKey,
  }),
  output: guestView,
  run: (ask, { guest_id: id, idempotency_key, ...body }) =>
    ask(operations.notifyGuest, { params: { id }, body, idempotencyKey: idempotency_key }),
})

const seatGuest = defineTool({
  name: 'seat_guest',
  title: 'Seat a guest',
  description: 'Marks a guest as seated: the guest leaves the line.',
  operations: [operations.seatGuest],
  hints: SETS,
  input: z.strictObject({ guest_id }),
  output: guestView,
  run: (ask, { guest_id: id }) => ask(operations.seatGuest, { params: { id } }),
})

const markNoShow = defineTool({
  name: 'mark_no_show',
  title: 'Mark a no-show',
  description: 'Marks a guest as a no-show: the guest loses the place in the line.',
  operations: [operations.markNoShow],
  hints: ENDS,
  input: z.strictObject({ guest_id }),
  output: guestView,
  run: (ask, { guest_id: id }) => ask(operations.markNoShow, { params: { id } }),
})

const removeGuest = defineTool({
  name: 'remove_guest',
  title: 'Remove a guest',
  description: 'Removes a guest from the queue: the guest loses the place in the line.',
  operations: [operations.removeGuest],
  hints: ENDS,
  input: z.strictObject({
    guest_id,
    reason: z.string().max(200).optional().meta({ description: 'Why; kept in the timeline' }),
  }),
  output: z.object({ guest_id, removed: z.boolean() }),
  async run(ask, { guest_id: id, ...query }) {
    await ask(operations.removeGuest, { params: { id }, query })
    return { guest_id: id, removed: true }
  },
})

const moveGuest = defineTool({
  name: 'move_guest',
  title: 'Move a guest',
  description: 'Moves a guest to another position in the line; 1 is next, past the end means the end.',
  operations: [operations.moveGuest],
  hints: SETS,
  input: z.strictObject({
    guest_id,
    position: z.int().min(1).max(1_000_000),
    reason: z.string().max(200).optional().meta({ description: 'Why; kept in the timeline' }),
  }),
  output: guestView,
  run: (ask, { guest_id: id, ...body }) => ask(operations.moveGuest, { params: { id }, body }),
})

export const guestTools = [
  ...[findGuests, addGuest, callNext, notifyGuest],
  ...[seatGuest, markNoShow, removeGuest, moveGuest],
]
