import { z } from 'zod'
import { havingAtMost, havingSuch } from '../having.ts'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { filledParagraph, line, MAX_MESSAGE_CHARACTERS, timestamp } from '../text.ts'
import { localeSchema } from './guest.ts'
import { livemode } from './livemode.ts'

/** Purposes of messages. */
export const templateKindSchema = z
  .enum([
    ...(['added', 'almost_ready', 'ready', 'reminder', 'no_show', 'requeued'] as const),
    ...(['booking_requested', 'booking_declined'] as const),
    ...(['booking_confirmed', 'booking_changed', 'booking_cancelled', 'booking_reminder'] as const),
    ...(['booking_standby', 'booking_offered'] as const),
    'booking_code',
    'custom',
  ])
  .meta({ id: 'TemplateKind', description: 'custom: sent only when somebody asks for it' })

export const templateSchema = z
  .object({
    id: idOf('template'),
    name: z.string().describe('For staff, to find it by'),
    kind: templateKindSchema,
    locale: localeSchema,
    subject: z.string().meta({ description: 'Of an e-mail' }),
    text: z.string().meta({ description: 'Liquid' }),
    variables: z.array(z.string()).meta({ description: 'What it may tell' }),
    is_default: z.boolean().meta({ description: 'Comes with Usher' }),
    created_at: timestamp.nullable().meta({ description: 'null: comes with Usher' }),
    updated_at: timestamp.nullable().describe('null: comes with Usher'),
    livemode,
  })
  .meta({ id: 'Template' })

const variableName = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/u, {
  error: 'must start with a lower-case letter and contain only lower-case letters, digits and _, at most 40',
})

const templateWords = {
  subject: line(200).meta({ description: 'Of an e-mail; Liquid' }),
  text: filledParagraph(MAX_MESSAGE_CHARACTERS).meta({ description: 'Liquid' }),
}

const templateDetails = {
  name: line(100).describe('For staff, to find it by'),
  ...templateWords,
  variables: z
    .array(variableName)
    .max(20)
    .meta({ description: 'Further ones, whose values are given when it is sent; for custom templates only' }),
}

export const templateCreateSchema = z
  .strictObject({
    ...templateDetails,
    ...exactPartial({ subject: templateDetails.subject, variables: templateDetails.variables }),
    kind: templateKindSchema.default('custom'),
    locale: localeSchema.default('en'),
  })
  .meta({
    id: 'TemplateCreate',
    if: havingSuch({ kind: { not: { const: 'custom' } } }),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: havingAtMost({ variables: { maxItems: 0 } }),
    examples: [
      { name: 'Terrace', text: 'Hi {{ guest_name }}, table {{ table }} is free.', variables: ['table'] },
    ],
  })

export const templateUpdateSchema = z
  .strictObject(exactPartial(templateDetails))
  .meta({ id: 'TemplateUpdate', examples: [{ text: '{{ guest_name }}, please come to the desk.' }] })

export const templatePreviewRequestSchema = z
  .strictObject({
    text: templateWords.text,
    ...exactPartial({
      subject: templateWords.subject,
      variables: z
        .record(z.string().max(40), z.union([z.string().max(500), z.number(), z.boolean()]))
        .meta({ description: 'Values over those of the sample guest; names further variables, too' }),
      price_per_segment: z.number().min(0).max(100).meta({ description: 'Price of one SMS segment' }),
    }),
  })
  .meta({
    id: 'TemplatePreviewRequest',
    examples: [{ text: 'Hi {{ guest_name }} 👋', price_per_segment: 0.0083 }],
  })

export const templatePreviewSchema = z
  .object({
    subject: z.string().nullable().describe('Of an e-mail, filled in; null: none was given'),
    text: z.string().describe('The message, filled in'),
    sms: z
      .object({
        encoding: z
          .enum(['GSM-7', 'UCS-2'])
          .meta({ description: 'UCS-2: 70 characters a segment, else 160' }),
        units: z
          .int()
          .meta({ description: 'What the text takes up: septets of GSM-7, UTF-16 units of UCS-2' }),
        segments: z.int().meta({ description: 'What is paid for' }),
        ucs2_characters: z
          .array(z.string())
          .meta({ description: 'Each character for which the whole text needs UCS-2' }),
        estimated_cost: z.number().nullable().meta({ description: 'null: no price was given' }),
      })
      .describe('What it takes as an SMS'),
  })
  .meta({ id: 'TemplatePreview' })

export type Template = z.infer<typeof templateSchema>
export type TemplateCreate = z.infer<typeof templateCreateSchema>
export type TemplateUpdate = z.infer<typeof templateUpdateSchema>
export type TemplatePreview = z.infer<typeof templatePreviewSchema>
export type TemplatePreviewRequest = z.infer<typeof templatePreviewRequestSchema>
export type TemplateKind = z.infer<typeof templateKindSchema>
