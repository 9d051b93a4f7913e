import { z } from 'zod'
import { idOf } from '../ids.ts'
import { addressText, line, timestamp } from '../text.ts'
import { addressChannelSchema } from './channel.ts'

const address = z
  .string()
  .nullable()
  .meta({ description: 'Number in E.164 or e-mail address; null once erased' })

/** Somebody who gets no messages from the organisation. */
export const optOutSchema = z
  .object({
    id: idOf('optOut'),
    channel: addressChannelSchema,
    address,
    source: z
      .enum(['reply', 'staff', 'provider'])
      .meta({ description: 'reply: the recipient wrote STOP; provider: it refuses to send to them' }),
    reason: z.string().nullable().describe('As given by staff; null: none'),
    created_at: timestamp,
  })
  .meta({ id: 'OptOut' })

export const optOutCreateSchema = z
  .strictObject({
    to: addressText,
    reason: line(200).nullable().exactOptional().describe('For staff, to remember why'),
  })
  .meta({ id: 'OptOutCreate', examples: [{ to: '+14155552671', reason: 'Asked for it at the desk' }] })

/** How somebody consented to messages. */
export const consentSchema = z
  .object({
    id: idOf('consent'),
    channel: addressChannelSchema,
    address,
    method: z.enum(['joined', 'staff', 'start']).meta({
      description:
        'joined: gave the number on the join page; staff: staff or an API client gave it; start: wrote START',
    }),
    actor: z.string().meta({ description: 'Who gave the number' }),
    guest_id: idOf('guest').nullable().describe('The guest who gave it; null: nobody in a line'),
    evidence: z.string().meta({ description: 'The event or the reply that it was given by' }),
    at: timestamp,
  })
  .meta({ id: 'Consent' })

export type OptOut = z.infer<typeof optOutSchema>
export type OptOutCreate = z.infer<typeof optOutCreateSchema>
export type Consent = z.infer<typeof consentSchema>
