import { z } from 'zod'
import { havingAtMost, havingBothOrNone, havingOneOf } from '../having.ts'
import { idOf } from '../ids.ts'
import { addressText, filledParagraph, instant, MAX_MESSAGE_CHARACTERS, timestamp } from '../text.ts'
import { channelSchema } from './channel.ts'
import { livemode } from './livemode.ts'
import { templateKindSchema } from './template.ts'

export const notificationStatusSchema = z.enum(['queued', 'sent', 'delivered', 'failed']).meta({
  id: 'NotificationStatus',
  description: 'sent: a provider has accepted it; delivered: the provider says that it arrived',
})

const errorSchema = z
  .object({
    code: z.string().meta({ description: 'Stable, such as invalid_number' }),
    message: z.string().meta({ description: 'What went wrong, in plain words' }),
    provider_code: z.string().nullable().meta({ description: "The provider's own reason" }),
  })
  .meta({ id: 'NotificationError' })

const attemptSchema = z
  .object({
    at: timestamp,
    provider: z.string().describe('Message provider that was asked'),
    outcome: z.enum(['sent', 'refused', 'failed', 'unknown']).meta({
      description:
        'refused: not to be tried again; failed: not sent for now; unknown: it may have been sent, as no answer came',
    }),
    error: errorSchema.nullable().describe('null: it was sent'),
  })
  .meta({ id: 'NotificationAttempt' })

/** Fields common to a notification and its events. */
export const notificationFacts = {
  id: idOf('notification'),
  guest_id: idOf('guest').nullable().describe('null: sent to an address of nobody in a line'),
  channel: channelSchema,
  to: z
    .string()
    .nullable()
    .meta({ description: 'Number in E.164 or e-mail address; the guest, if by push; null once erased' }),
  text: z.string().describe('What was sent, with the values filled in; empty once erased'),
  template_id: idOf('template').nullable().describe('The template of the text; null: a text of its own'),
  status: notificationStatusSchema,
  provider: z
    .string()
    .nullable()
    .meta({ description: 'The last that was tried; sandbox: nothing is sent, whatever the status says' }),
  error: errorSchema.nullable().meta({ description: 'Why it failed' }),
  created_at: timestamp,
  sent_at: timestamp.nullable().describe('When a provider accepted it; null: not yet'),
  delivered_at: timestamp.nullable().describe('When it arrived, as the provider says; null: not known'),
  failed_at: timestamp.nullable().describe('When it was given up; null: it was not'),
  queue_id: idOf('queue').nullable().meta({ description: 'Queue of the guest' }),
  kind: templateKindSchema.nullable().meta({ description: 'null: a text of its own' }),
}

export const notificationSchema = z
  .object({
    ...notificationFacts,
    send_at: timestamp.nullable().meta({ description: 'Not before; null: at once' }),
    next_attempt_at: timestamp.nullable().describe('When it is tried again; null: not any more'),
    held: z
      .object({
        code: z.string().meta({ description: 'Stable, such as quiet_hours' }),
        message: z.string().meta({ description: 'Why, in plain words' }),
        until: timestamp,
      })
      .nullable()
      .meta({ description: 'What keeps it from being sent for now' }),
    attempts: z.array(attemptSchema).describe('What was tried, oldest first'),
    unconfirmed_at: timestamp
      .nullable()
      .meta({ description: 'When it was given up to wait for word that it arrived; it still may come' }),
    failover_of: idOf('notification')
      .nullable()
      .meta({ description: 'The one in whose place it was sent by another channel' }),
    failover_to: idOf('notification')
      .nullable()
      .meta({ description: 'The one that was sent in its place by another channel' }),
    anonymized_at: timestamp.nullable().meta({ description: 'When recipient and text were erased' }),
    livemode,
  })
  .meta({ id: 'Notification' })

const sendFields = z.strictObject({
  guest_id: idOf('guest').exactOptional(),
  to: addressText.exactOptional(),
  channel: z
    .enum([...channelSchema.options, 'auto'])
    .default('auto')
    .meta({ description: 'auto: whichever reaches the recipient' }),
  text: filledParagraph(MAX_MESSAGE_CHARACTERS).exactOptional().meta({ description: 'Sent as it is' }),
  template_id: idOf('template').exactOptional(),
  variables: z
    .record(z.string().max(40), z.union([z.string().max(500), z.number(), z.boolean()]))
    .exactOptional()
    .meta({ description: 'Values for the template, over those of the guest' }),
  send_at: instant.exactOptional().meta({ description: 'At most a year ahead; the past means at once' }),
  urgent: z
    .boolean()
    .default(false)
    .meta({ description: 'Sent in the quiet hours of the queue of the guest, too' }),
})

/** Reports two fields of which exactly one is required. */
const exactlyOne =
  (one: 'guest_id' | 'text', other: 'to' | 'template_id') =>
  (given: z.infer<typeof sendFields>, context: z.RefinementCtx) => {
    if ((given[one] === undefined) !== (given[other] === undefined)) return
    const message = `must be there, or ${other}, but not both`
    context.addIssue({ code: 'custom', path: [one], message, params: { code: 'exactly_one' } })
  }

export const notificationSendSchema = sendFields
  .superRefine(exactlyOne('guest_id', 'to'))
  .superRefine(exactlyOne('text', 'template_id'))
  .refine(({ text, variables = {} }) => text === undefined || Object.keys(variables).length === 0, {
    path: ['variables'],
    error: 'are for templates: a text is sent as it is',
  })
  .meta({
    id: 'NotificationSend',
    ...havingOneOf('guest_id', 'to'),
    not: havingBothOrNone('text', 'template_id'),
    dependentSchemas: { text: havingAtMost({ variables: { maxProperties: 0 } }) },
    examples: [{ to: '+14155552671', text: 'Your table is ready.' }],
  })

export type Notification = z.infer<typeof notificationSchema>
export type NotificationAttempt = z.infer<typeof attemptSchema>
export type NotificationError = z.infer<typeof errorSchema>
export type NotificationSend = z.infer<typeof notificationSendSchema>
