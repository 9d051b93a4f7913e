import { ACCOUNT_ACTIONS } from './accounts.ts'
import { BOOKING_ACTIONS } from './bookings.ts'
import { DEVELOPER_ACTIONS } from './developers.ts'
import { GUEST_ACTIONS } from './guests.ts'
import { MESSAGE_ACTIONS } from './messages.ts'
import { QUEUE_ACTIONS } from './queues.ts'
import type { Action, QueueAction } from './types.ts'

/** Operations in a queue. */
export const IN_QUEUE: Readonly<Record<string, QueueAction>> = { ...GUEST_ACTIONS, ...QUEUE_ACTIONS }

/** Every operation with words of its own; others are called by their identifier. */
export const ACTIONS: Readonly<Record<string, Action | QueueAction>> = {
  ...IN_QUEUE,
  ...MESSAGE_ACTIONS,
  ...BOOKING_ACTIONS,
  ...DEVELOPER_ACTIONS,
  ...ACCOUNT_ACTIONS,
}
