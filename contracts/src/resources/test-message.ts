import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timestamp } from '../text.ts'
import { notificationFacts } from './notification.ts'

const { id, channel, to, text, kind, template_id, guest_id, queue_id, status, provider, error } =
  notificationFacts

export const testMessageSchema = z
  .object({
    id: id.meta({ description: 'Id of the notification' }),
    channel,
    to,
    subject: z.string().nullable().meta({ description: 'Of an e-mail or a push message; null for SMS' }),
    text: text.meta({ description: 'What would have been sent' }),
    code: z
      .string()
      .nullable()
      .meta({ description: 'The code in the message, for a customer who proves their address; else null' }),
    kind,
    template_id,
    status,
    provider,
    error,
    guest_id,
    queue_id,
    booking_id: idOf('booking').nullable().meta({ description: 'The booking it is about' }),
    created_at: timestamp,
  })
  .meta({ id: 'TestMessage' })

export type TestMessage = z.infer<typeof testMessageSchema>
