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
    MessageSid: field.describe("Twilio's id of the message"),
    MessageStatus: field.describe('Such as delivered or undelivered'),
    ErrorCode: field.optional().describe('Why it did not arrive'),
  })
  .meta({ id: 'TwilioStatus' })

/** An inbound message (twilio.com/docs/messaging/guides/webhook-request). */
export const twilioInboundSchema = z
  .looseObject({
    MessageSid: field.describe("Twilio's id of the message"),
    From: field.describe('Number of the sender'),
    To: field.describe('Number it was sent to'),
    Body: z.string().max(10_000).optional().describe('Text of the message'),
    OptOutType: field.optional().meta({ description: 'STOP, START or HELP, where Advanced Opt-Out acted' }),
  })
  .meta({ id: 'TwilioInbound' })

const address = z.string().min(1).max(254)

/** A callback from a provider of kind `http`. */
export const httpProviderEventSchema = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('receipt').describe('Says what became of a message'),
        id: idOf('notification').meta({ description: 'As it was given with the message' }),
        status: z.enum(['delivered', 'failed']).describe('Whether it arrived'),
        at: instant.exactOptional(),
        error: z
          .strictObject({
            code: z
              .string()
              .regex(/^[a-z0-9_]{1,60}$/)
              .describe('Stable, such as unknown_number'),
            message: z.string().max(300).describe('In plain words'),
          })
          .exactOptional()
          .meta({ description: 'Why it failed, without data of people' }),
      })
      .meta({ id: 'HttpProviderReceipt' }),
    z
      .strictObject({
        type: z.literal('inbound').describe('Brings a message from somebody'),
        id: z
          .string()
          .min(1)
          .max(200)
          .meta({ description: 'Your identifier of the message: repeats are known by it' }),
        channel: addressChannelSchema,
        from: address.describe('Number or e-mail address of the sender'),
        to: address.describe('Your number or address that it was sent to'),
        text: z.string().max(10_000).describe('Text of the message'),
        at: instant.exactOptional(),
      })
      .meta({ id: 'HttpProviderInbound' }),
  ])
  .meta({ id: 'HttpProviderEvent' })

export type HttpProviderEvent = z.infer<typeof httpProviderEventSchema>
