import { z } from 'zod'
import { idOf } from '../ids.ts'
import { instant } from '../text.ts'
import { addressChannelSchema } from './channel.ts'

const field = z.string().max(1600)

/**
 * Twilio's report on a message (twilio.com/docs/messaging/guides/track-outbound-message-status). It has further
 * fields, and new ones at any time; all are signed, so none is changed here.
 */
export const twilioStatusSchema = z
  .looseObject({
    MessageSid: field,
    MessageStatus: field,
    ErrorCode: field.optional(),
  })
  .meta({ id: 'TwilioStatus' })

/** An inbound message (twilio.com/docs/messaging/guides/webhook-request). */
export const twilioInboundSchema = z
  .looseObject({
    MessageSid: field,
    From: field,
    To: field,
    Body: z.string().max(10_000).optional(),
    OptOutType: field.optional().meta({ description: 'STOP, START or HELP, where Advanced Opt-Out acted' }),
  })
  .meta({ id: 'TwilioInbound' })

const address = z.string().min(1).max(254)

/** A callback from a provider of kind `http`. */
export const httpProviderEventSchema = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('receipt'),
        id: idOf('notification').meta({ description: 'As it was given with the message' }),
        status: z.enum(['delivered', 'failed']),
        at: instant.exactOptional(),
        error: z
          .strictObject({ code: z.string().regex(/^[a-z0-9_]{1,60}$/), message: z.string().max(300) })
          .exactOptional()
          .meta({ description: 'Why it failed, without data of people' }),
      })
      .meta({ id: 'HttpProviderReceipt' }),
    z
      .strictObject({
        type: z.literal('inbound'),
        id: z
          .string()
          .min(1)
          .max(200)
          .meta({ description: 'Your identifier of the message: repeats are known by it' }),
        channel: addressChannelSchema,
        from: address,
        to: address,
        text: z.string().max(10_000),
        at: instant.exactOptional(),
      })
      .meta({ id: 'HttpProviderInbound' }),
  ])
  .meta({ id: 'HttpProviderEvent' })

export type HttpProviderEvent = z.infer<typeof httpProviderEventSchema>
