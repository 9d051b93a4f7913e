import { z } from 'zod'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  addedGuestSchema,
  guestCallSchema,
  guestCreateSchema,
  guestMoveSchema,
  guestNotifySchema,
  guestPageSchema,
  guestResultSchema,
  guestSchema,
  guestsChosenSchema,
  guestTransferSchema,
  guestUndoSchema,
  guestUpdateSchema,
  reasonSchema,
  repliesReadSchema,
} from '../resources/guest.ts'
import { calledGuestSchema } from '../resources/line.ts'
import { timelineEntrySchema } from '../resources/timeline.ts'
import { instant, personSought } from '../text.ts'
import { someStatuses, tagList } from './guest-filters.ts'
import { byId } from './parts.ts'
import { getOperation, updateOperation } from './resource-operations.ts'

const read = { tag: 'Guests', service: 'queue', scope: 'guests:read', perQueue: true } as const
const write = { tag: 'Guests', service: 'queue', scope: 'guests:write', perQueue: true } as const

const guestSought = personSought.meta({
  description:
    'Words that are all in the name or begin a tag, or the beginning of the e-mail address, whatever their case and accents; or the beginning or end of the phone',
})

export const listGuests = defineOperation({
  ...read,
  id: 'listGuests',
  holdsSecret: true,
  method: 'get',
  path: '/v1/queues/{id}/guests',
  summary: 'List the guests in a queue, in the order of the line',
  params: byId,
  query: z.strictObject({
    ...pageQuery,
    status: someStatuses.default('waiting,notified'),
    created_from: instant.exactOptional().meta({ description: 'Joined at this time or later' }),
    created_to: instant.exactOptional().meta({ description: 'Joined before this time' }),
    tag: tagList.exactOptional(),
    q: guestSought,
  }),
  status: 200,
  answer: guestPageSchema,
  errors: ['not_found', 'invalid_cursor'],
})

export const listAllGuests = defineOperation({
  ...read,
  id: 'listAllGuests',
  holdsSecret: true,
  method: 'get',
  path: '/v1/guests',
  summary: 'List the guests of all queues, present and past, the latest first',
  query: z.strictObject({
    ...pageQuery,
    status: someStatuses
      .exactOptional()
      .meta({ description: 'Statuses to list, joined by commas; absent: all' }),
    unread: z
      .enum(['true', 'false'])
      .default('false')
      .meta({ description: 'true: only guests with a reply that staff have not read' }),
    q: guestSought,
  }),
  status: 200,
  answer: z.object(pageOf(guestSchema).shape).meta({ id: 'AllGuestsPage' }),
  errors: ['invalid_cursor'],
})

export const addGuest = defineOperation({
  ...write,
  id: 'addGuest',
  method: 'post',
  path: '/v1/queues/{id}/guests',
  summary: 'Add a guest to the end of a queue',
  params: byId,
  body: guestCreateSchema,
  status: 201,
  answer: addedGuestSchema,
  headers: ['ETag'],
  errors: ['not_found', 'queue_paused', 'queue_full', 'queue_closed', 'idempotency_mismatch'],
})

export const getGuest = getOperation({
  ...read,
  id: 'getGuest',
  holdsSecret: true,
  path: '/v1/guests/{id}',
  summary: 'Retrieve a guest',
  answer: guestSchema,
})

export const updateGuest = updateOperation({
  ...write,
  id: 'updateGuest',
  path: '/v1/guests/{id}',
  summary: 'Update a guest who is waiting or notified',
  body: guestUpdateSchema,
  answer: guestSchema,
  errors: ['invalid_transition'],
})

/** The operations that change a guest's status differ only in name and texts. */
const transition = <const Id extends string>(id: Id, verb: string, summary: string) =>
  defineOperation({
    ...write,
    id,
    method: 'post',
    path: `/v1/guests/{id}/${verb}`,
    summary,
    params: byId,
    status: 200,
    answer: guestSchema,
    headers: ['ETag'],
    errors: ['not_found', 'invalid_transition', 'precondition_failed', 'idempotency_mismatch'],
  })

export const notifyGuest = defineOperation({
  ...transition('notifyGuest', 'notify', 'Send a notification to the guest'),
  body: guestNotifySchema.optional(),
})
export const seatGuest = transition('seatGuest', 'seat', 'Mark the guest as seated')
export const markNoShow = transition('markNoShow', 'no-show', 'Mark the guest as no-show')

export const undoGuest = defineOperation({
  ...transition(
    'undoGuest',
    'undo',
    'Take back a call, or within 30 minutes seat, no-show or remove: same place as before',
  ),
  body: guestUndoSchema.optional(),
  errors: ['not_found', 'invalid_transition', 'undo_expired', 'precondition_failed', 'idempotency_mismatch'],
})

export const moveGuest = defineOperation({
  ...transition('moveGuest', 'move', 'Move the guest to another place in the line'),
  body: guestMoveSchema,
})

export const markRepliesRead = defineOperation({
  ...transition('markRepliesRead', 'replies/read', "Mark the guest's replies up to a time as read"),
  body: repliesReadSchema,
  errors: ['not_found', 'idempotency_mismatch'],
})

export const removeGuest = defineOperation({
  ...write,
  id: 'removeGuest',
  method: 'delete',
  path: '/v1/guests/{id}',
  summary: 'Remove the guest from the queue',
  params: byId,
  query: z.strictObject({
    reason: reasonSchema.meta({ description: 'Why; at most 200 characters, kept in the timeline' }),
  }),
  status: 204,
  answer: null,
  errors: ['not_found', 'invalid_transition', 'precondition_failed'],
})

export const callNextGuest = defineOperation({
  ...write,
  id: 'callNextGuest',
  method: 'post',
  path: '/v1/queues/{id}/call-next',
  summary:
    'Notify the first guest who is waiting and was not notified yet; where the queue expects bookings, whose turn it is by its rules',
  params: byId,
  body: guestCallSchema.optional(),
  status: 200,
  answer: calledGuestSchema,
  headers: ['ETag'],
  errors: ['not_found', 'queue_empty', 'lane_kept_for_booking', 'idempotency_mismatch'],
})

export const getGuestTimeline = defineOperation({
  ...read,
  id: 'getGuestTimeline',
  method: 'get',
  path: '/v1/guests/{id}/timeline',
  summary: 'List what happened to the guest and to the place of the guest, oldest first, for 30 days',
  params: byId,
  query: z.strictObject(pageQuery),
  status: 200,
  answer: pageOf(timelineEntrySchema),
  errors: ['not_found', 'invalid_cursor'],
})

export const notifyGuests = defineOperation({
  ...write,
  id: 'notifyGuests',
  method: 'post',
  path: '/v1/queues/{id}/notify',
  summary: 'Notify several guests of the queue at once; each is answered for alone',
  params: byId,
  body: guestsChosenSchema,
  status: 200,
  answer: z
    .object({ data: z.array(guestResultSchema).describe('One for each, in the order asked') })
    .meta({ id: 'GuestResultList' }),
  errors: ['not_found', 'idempotency_mismatch'],
})

export const transferGuest = defineOperation({
  ...transition(
    'transferGuest',
    'transfer',
    'Transfer the guest to another queue, where the guest waits as of the time of joining; custom fields go along where they fit',
  ),
  body: guestTransferSchema,
  errors: [
    ...(['not_found', 'invalid_transition', 'queue_paused', 'queue_full', 'queue_closed'] as const),
    ...(['precondition_failed', 'idempotency_mismatch'] as const),
  ],
})
