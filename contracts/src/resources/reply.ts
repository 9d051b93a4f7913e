import { z } from 'zod'
import { idOf } from '../ids.ts'
import { MAX_MESSAGE_CHARACTERS, paragraph, phoneText, timestamp } from '../text.ts'
import { addressChannelSchema, channelSchema } from './channel.ts'
import { notificationSchema } from './notification.ts'

/** Requests in a reply that concern the guest's place. */
export const PLACE_INTENTS = ['cancel', 'here', 'late', 'confirm'] as const

const intentSchema = z
  .enum(['stop', 'start', 'help', ...PLACE_INTENTS])
  .meta({ id: 'ReplyIntent' })
  .nullable()
  .meta({ description: 'What the reply was understood as; null: a text for the staff' })

const minutes = z.int().nullable().meta({ description: 'Minutes asked for by `late`' })

/** A reply from a recipient. */
export const replySchema = z
  .object({
    id: idOf('reply'),
    guest_id: idOf('guest').nullable().meta({ description: 'null: nobody in a line has this number' }),
    queue_id: idOf('queue').nullable().describe('The queue of the guest; null: of nobody in a line'),
    channel: addressChannelSchema,
    from: z.string().nullable().meta({ description: 'null once erased' }),
    text: z.string().describe('What was written; empty once erased'),
    intent: intentSchema,
    minutes,
    provider: z.string().describe('Message provider that it came by'),
    received_at: timestamp,
    anonymized_at: timestamp.nullable().describe('When sender and text were erased; null: not yet'),
  })
  .meta({ id: 'Reply' })

/** A message to a guest, or one from the guest. */
export const conversationEntrySchema = z
  .object({
    id: z.string().describe('Of the notification or reply'),
    direction: z.enum(['out', 'in']).meta({ description: 'out: to the guest' }),
    at: timestamp,
    channel: channelSchema,
    text: z.string().describe('What was written; empty once erased'),
    status: notificationSchema.shape.status.nullable().meta({ description: 'Of a message to the guest' }),
    provider: z.string().nullable().meta({
      description: 'Message provider that it went or came by; sandbox: it was not sent; null: none was tried',
    }),
    kind: notificationSchema.shape.kind,
    error: notificationSchema.shape.error,
    intent: intentSchema,
    minutes,
  })
  .meta({ id: 'ConversationEntry' })

export const sandboxReplySchema = z
  .strictObject({
    from: phoneText,
    text: paragraph(MAX_MESSAGE_CHARACTERS).describe('What the recipient wrote'),
  })
  .meta({ id: 'SandboxReply', examples: [{ from: '+14155552671', text: 'late 10' }] })

export type Reply = z.infer<typeof replySchema>
export type ReplyIntent = NonNullable<Reply['intent']>
export type PlaceIntent = (typeof PLACE_INTENTS)[number]
export type ConversationEntry = z.infer<typeof conversationEntrySchema>
