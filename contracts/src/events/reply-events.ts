import { z } from 'zod'
import { idOf } from '../ids.ts'
import { addressChannelSchema } from '../resources/channel.ts'
import { PLACE_INTENTS } from '../resources/reply.ts'
import { timestamp } from '../text.ts'
import { defineEvent } from './define-event.ts'

const asked = {
  id: idOf('reply'),
  guest_id: idOf('guest'),
  intent: z.enum(PLACE_INTENTS),
  minutes: z.int().positive().nullable().meta({ description: 'Of `late`' }),
}

/** A guest asked for something by message: the queue service does it as if asked on the guest's own page. */
export const replyReceived = defineEvent({
  type: 'guest_reply.received',
  version: 1,
  producer: 'notification',
  summary: 'A guest asks for something about their place by a message',
  data: z.object({ ...asked, received_at: timestamp }),
})

/** The outcome of a reply, for the guest to be told. */
export const replyHandled = defineEvent({
  type: 'guest_reply.handled',
  version: 1,
  producer: 'queue',
  summary: 'What a guest asked for by a message was done or refused',
  data: z.object({
    ...asked,
    outcome: z.enum(['done', 'refused']),
    reason: z.string().nullable().meta({ description: 'Error code of a refusal' }),
  }),
})

/** A guest wrote something that only staff can answer. The event does not carry the text. */
export const replyForwarded = defineEvent({
  type: 'guest_reply.forwarded',
  version: 1,
  producer: 'notification',
  summary: 'A guest wrote a text for the staff',
  data: z.object({
    id: idOf('reply'),
    guest_id: idOf('guest'),
    channel: addressChannelSchema,
    received_at: timestamp,
  }),
})
