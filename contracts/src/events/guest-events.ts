import { z } from 'zod'
import { idOf } from '../ids.ts'
import { guestStatusSchema, localeSchema } from '../resources/guest.ts'
import { timestamp } from '../text.ts'
import { defineEvent } from './define-event.ts'

/** Data about a guest that only services exchange, beyond the service specification. */
const inside = {
  locale: localeSchema.nullable().optional().meta({ description: 'Language that the guest chose' }),
  email: z.string().nullable().optional().meta({ description: 'E-mail address of the guest' }),
  status_url: z.url().optional().meta({ description: "The guest's own page" }),
  arrived_at: timestamp.nullable().optional().meta({ description: 'When the guest said to be here' }),
}

const INSIDE = Object.keys(inside)

/** The data of guest.added: for webhooks exactly as in the service specification. */
const added = z.object({
  id: idOf('guest'),
  queue_id: idOf('queue'),
  name: z.string().describe('Name of the party'),
  phone: z.string().nullable().describe('E.164; null: none'),
  party_size: z.int().describe('How many people'),
  position: z.int().nullable().describe('1 is next; null once the guest has left the line'),
  estimated_wait: z.int().nullable().describe('Whole minutes; null like position'),
  ...inside,
})

const changed = z.object({ ...added.shape, status: guestStatusSchema })

const guestEvent = <const Type extends string>(type: Type, summary: string) =>
  defineEvent({ type, version: 1, producer: 'queue', summary, data: changed, inside: INSIDE })

export const guestAdded = defineEvent({
  type: 'guest.added',
  version: 1,
  producer: 'queue',
  summary: 'A new guest joined the queue',
  data: added,
  inside: INSIDE,
})
export const guestUpdated = defineEvent({
  type: 'guest.updated',
  version: 1,
  producer: 'queue',
  summary: 'Guest information or place was updated',
  data: z.object({
    ...changed.shape,
    from_queue_id: idOf('queue')
      .optional()
      .meta({ description: 'Queue that the guest was transferred out of by this' }),
    returned_from: z
      .enum(['notified', 'seated', 'no_show', 'removed'])
      .nullable()
      .optional()
      .meta({ description: 'What was undone, where the guest is back in the line by it' }),
  }),
  inside: [...INSIDE, 'from_queue_id', 'returned_from'],
})
export const guestNotified = defineEvent({
  type: 'guest.notified',
  version: 1,
  producer: 'queue',
  summary: 'A guest received a notification',
  data: z.object({
    ...changed.shape,
    message: z
      .object({ text: z.string().nullable(), template_id: idOf('template').nullable() })
      .nullable()
      .optional()
      .meta({ description: 'Words chosen for it; null: the usual ones' }),
    desk: z.string().nullable().optional().meta({ description: 'Desk the guest was called to; null: none' }),
    message_at: timestamp.optional().meta({ description: 'When to send the message; absent: at once' }),
  }),
  inside: [...INSIDE, 'message', 'desk', 'message_at'],
})
export const guestSeated = guestEvent('guest.seated', 'A guest was marked as seated')
export const guestRemoved = guestEvent('guest.removed', 'A guest was removed from the queue')
export const guestNoShow = guestEvent('guest.no_show', 'A guest was marked as no-show')

/** Events about guests. */
export const GUEST_EVENTS = [
  guestAdded,
  guestUpdated,
  guestNotified,
  guestSeated,
  guestRemoved,
  guestNoShow,
] as const

/**
 * A waiting guest came within the queue's `almost_ready_position`, once for each stay in it. Only for services, not
 * for webhooks. Its subject is the stay, not the guest, and it does not count in the guest's sequence.
 */
export const guestAlmostReady = defineEvent({
  type: 'guest.almost_ready',
  version: 1,
  producer: 'queue',
  summary: 'A waiting guest is nearly the next',
  data: changed,
})
