import { z } from 'zod'
import { having } from '../having.ts'
import { idOf } from '../ids.ts'
import { pageOf } from '../page.ts'
import { exactPartial } from '../partial.ts'
import { ERROR_CODES, type ErrorCode } from '../problem.ts'
import {
  emailAddress,
  filledParagraph,
  instant,
  line,
  lineWithoutComma,
  MAX_MESSAGE_CHARACTERS,
  paragraph,
  phoneText,
  timestamp,
} from '../text.ts'
import { channelSchema } from './channel.ts'
import { fieldKey, fieldValueSchema } from './custom-field.ts'
import { delaySchema } from './delay.ts'
import { livemode } from './livemode.ts'
import { waitRange } from './wait-range.ts'

export const GUEST_STATUSES = ['waiting', 'notified', 'seated', 'no_show', 'removed'] as const

/** Languages of guests (BCP 47). */
const GUEST_LOCALES = ['en', 'es', 'fr', 'de', 'it', 'pt', 'nl', 'ja', 'zh', 'ar'] as const

export const localeSchema = z.enum(GUEST_LOCALES).meta({ id: 'Locale', description: 'Language (BCP 47)' })

/** Replaces the name of an anonymised guest. */
export const ANONYMOUS_NAME = 'Anonymous guest'

export const guestStatusSchema = z.enum(GUEST_STATUSES).meta({
  id: 'GuestStatus',
  description: 'notified: was called. removed: left, or was taken off the line by staff',
})

export type GuestStatus = z.infer<typeof guestStatusSchema>

export const MAX_TAGS = 20

/** Without commas, which separate tags in a filter. */
export const tagSchema = lineWithoutComma(40)

/** Tags with the same key are the same tag. */
export const tagKey = (text: string): string => text.normalize('NFC').toLowerCase()

const tags = z
  .array(tagSchema)
  .max(MAX_TAGS)
  .superRefine((all, context) => {
    const keys = all.map(tagKey)
    for (const [index, key] of keys.entries()) {
      if (keys.indexOf(key) === index) continue
      const issue = { message: 'must not repeat a tag, ignoring case', params: { code: 'repeated_tag' } }
      context.addIssue({ code: 'custom', path: [index], ...issue })
    }
  })
  .meta({ uniqueItems: true, description: 'Free words to find guests by; upper and lower case are alike' })

const details = {
  name: line(100).describe('Name of the party'),
  phone: phoneText.nullable().meta({ description: 'Any usual spelling; kept as E.164' }),
  email: emailAddress.nullable().describe('Where messages go if there is no phone; null: none'),
  party_size: z.int().min(1).max(99).describe('How many people'),
  notes: paragraph(500).nullable().describe('For staff; not shown to the guest'),
  priority: z
    .string()
    .max(40)
    .nullable()
    .meta({ description: 'Key of a priority class of the queue; null: none' }),
  tags,
  fields: z.record(fieldKey, fieldValueSchema.nullable()).meta({
    description:
      'By the keys of the custom fields of the queue; null: none. An update changes the named ones',
  }),
}

const optionalDetails = exactPartial(details)

export const guestCreateSchema = z
  .strictObject({ ...optionalDetails, name: details.name })
  .meta({ id: 'GuestCreate', examples: [{ name: 'Ada', phone: '+14155552671', party_size: 2 }] })

export const guestUpdateSchema = z
  .strictObject(optionalDetails)
  .meta({ id: 'GuestUpdate', examples: [{ party_size: 3 }] })

const DESK = 'Desk the guest was called to, such as "Counter 3"'

/** A place counted from 1; past the end means the end. */
const place = z.int().min(1).max(1_000_000).describe('Place from 1; past the end of the line: its end')

/** Reason for changing a guest's place: kept in the timeline, for 30 days. */
export const reasonSchema = line(200).exactOptional().describe('Why; kept in the timeline for 30 days')

/** Where to move a guest: to a place counted from 1, or right behind another guest of the queue. */
export const guestMoveSchema = z
  .union([
    z.strictObject({ position: place, reason: reasonSchema }).meta({ id: 'GuestMoveToPlace' }),
    z.strictObject({ after: idOf('guest'), reason: reasonSchema }).meta({ id: 'GuestMoveBehind' }),
  ])
  .meta({ id: 'GuestMove', examples: [{ position: 1 }] })

export const guestTransferSchema = z
  .strictObject({
    queue_id: idOf('queue'),
    position: place
      .exactOptional()
      .meta({ description: 'Without it the place follows from the joining time' }),
    reason: reasonSchema,
  })
  .meta({ id: 'GuestTransfer', examples: [{ queue_id: 'q_01h455vb4pex5vsknk084sn02q' }] })

/** Guests to act on in one request. */
export const guestsChosenSchema = z
  .strictObject({
    guest_ids: z
      .array(idOf('guest'))
      .min(1)
      .max(50)
      .refine((given) => new Set(given).size === given.length, { error: 'must not repeat a guest' })
      .meta({ uniqueItems: true, description: 'Each is done by itself: some may be refused' }),
  })
  .meta({ id: 'GuestsChosen', examples: [{ guest_ids: ['gst_01h455vb4pex5vsknk084sn02q'] }] })

/** The fields of the add-guest answer in the service specification, in its order. */
const specified = {
  id: idOf('guest'),
  name: z.string().describe('Name of the party'),
  phone: z.string().nullable().describe('E.164; null: none'),
  party_size: z.int().describe('How many people'),
  position: z
    .int()
    .min(1)
    .nullable()
    .meta({ description: '1 is next; null once the guest has left the line' }),
  estimated_wait: z.int().min(0).nullable().meta({ description: 'Whole minutes; null like position' }),
  status: guestStatusSchema,
  created_at: timestamp,
}

export const addedGuestSchema = z
  .object({
    ...specified,
    queue_id: idOf('queue'),
    quoted_wait: z.int().min(0).meta({ description: 'Minutes promised when the guest joined' }),
    status_url: z.url().meta({ description: "The guest's own page: whoever has the address may use it" }),
    estimated_wait_range: waitRange.nullable().describe('null like position'),
    duplicate_of: idOf('guest')
      .nullable()
      .meta({ description: 'Guest with the same phone who was in a line already when this one was added' }),
    phone_unusual: z.boolean().meta({
      description:
        'Whether no numbering plan has the phone: messages are tried all the same; check it with the guest',
    }),
    tags: z.array(z.string()).describe('Free words to find guests by'),
    fields: z
      .record(z.string(), fieldValueSchema)
      .meta({ description: 'By the keys of the custom fields that the queue has now' }),
    email: z.string().nullable().describe('E-mail address; null: none'),
    livemode,
  })
  .meta({ id: 'AddedGuest' })

export const guestSchema = z
  .object({
    ...addedGuestSchema.shape,
    rank: z.string().nullable().meta({
      description:
        'Orders the guests of a queue: compared as text, then by id; null once the guest has left the line',
    }),
    delay: delaySchema.nullable().meta({
      description:
        'Why the turn comes more than five minutes later than was quoted; null: it does not, or the guest is not waiting',
    }),
    notes: z.string().nullable().describe('For staff; null: none'),
    priority: z.string().nullable().meta({ description: 'Key of a priority class of the queue' }),
    away_until: timestamp
      .nullable()
      .meta({ description: 'Until when the guest keeps the place but is not called; null: is here' }),
    updated_at: timestamp,
    arrived_at: timestamp.nullable().meta({ description: 'When the guest said: I am here' }),
    locale: localeSchema.nullable().meta({ description: 'Language that the guest chose (BCP 47)' }),
    timezone: z.string().nullable().meta({ description: 'Time zone that the guest chose (IANA)' }),
    notified_at: timestamp.nullable().describe('When the guest was called last; null: not yet'),
    desk: z
      .string()
      .nullable()
      .meta({ description: `${DESK}; null: none` }),
    seated_at: timestamp.nullable().describe('null: is not seated'),
    no_show_at: timestamp.nullable().describe('When the place was given away; null: it was not'),
    no_show_due_at: timestamp
      .nullable()
      .meta({ description: 'When the notified guest becomes a no-show; null: not by itself' }),
    removed_at: timestamp.nullable().describe('null: neither left nor was removed'),
    unreached: z
      .object({
        since: timestamp,
        channel: channelSchema,
        reason: z.string().meta({ description: 'In plain words' }),
      })
      .nullable()
      .meta({ description: 'The last message that did not reach the guest, until a later one does' }),
    unread_reply_at: timestamp
      .nullable()
      .meta({ description: "Time of the guest's latest unread reply; null: none" }),
    booking: z
      .object({
        id: idOf('booking'),
        start: timestamp,
        cancelled: z.boolean().meta({ description: 'Whether it was cancelled since the check-in' }),
      })
      .nullable()
      .meta({ description: 'The booking with which the guest was checked in; null: none' }),
    anonymized_at: timestamp.nullable().meta({
      description:
        'When name, phone, e-mail, notes, tags and fields were erased: on request or as they had become old',
    }),
  })
  .meta({ id: 'Guest' })

export const guestPageSchema = z
  .object({
    ...pageOf(guestSchema).shape,
    line_version: z
      .int()
      .nullable()
      .meta({ description: 'Counts the changes of the line, as in its stream; null for filtered lists' }),
  })
  .meta({ id: 'GuestPage' })

/** Shown to everybody in the room. */
const deskSchema = line(40).meta({ description: DESK })

const messageAfterSeconds = z
  .int()
  .min(0)
  .max(60)
  .exactOptional()
  .describe('Seconds until the message is sent; a call taken back before then sends none. Absent: at once')

export const guestCallSchema = z
  .strictObject({ desk: deskSchema.exactOptional(), message_after_seconds: messageAfterSeconds })
  .meta({ id: 'GuestCall', examples: [{ desk: 'Counter 3' }] })

/** Text of a notification instead of the organisation's template. */
export const guestNotifySchema = z
  .strictObject({
    text: filledParagraph(MAX_MESSAGE_CHARACTERS).exactOptional().describe('Sent as it is'),
    template_id: idOf('template').exactOptional().describe('Its words are sent; absent: the usual ones'),
    desk: deskSchema.exactOptional(),
    message_after_seconds: messageAfterSeconds,
  })
  .refine(({ text, template_id }) => text === undefined || template_id === undefined, {
    path: ['text'],
    error: 'must not be sent together with template_id',
  })
  .meta({
    id: 'GuestNotify',
    not: having('text', 'template_id'),
    examples: [{ text: 'Your table by the window is ready.' }],
  })

/** What is to be undone. */
export const guestUndoSchema = z
  .strictObject({
    status: z
      .enum(['notified', 'seated', 'no_show', 'removed'])
      .exactOptional()
      .describe(
        'Nothing is undone if the guest has another status by then; absent: the last of these is undone',
      ),
  })
  .meta({ id: 'GuestUndo', examples: [{ status: 'removed' }] })

/** Up to where staff have read the conversation with a guest. */
export const repliesReadSchema = z
  .strictObject({
    until: instant.meta({ description: 'Time of the last reply that was read' }),
  })
  .meta({ id: 'RepliesRead', examples: [{ until: '2026-11-21T18:05:00.000Z' }] })

/** The outcome for one guest of several. */
export const guestResultSchema = z
  .object({
    guest_id: idOf('guest'),
    guest: guestSchema.nullable().meta({ description: 'null where it was refused' }),
    code: z
      .enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]])
      .nullable()
      .describe('Code of the refusal; null: it was done'),
    detail: z.string().nullable().meta({ description: 'Why it was refused' }),
  })
  .meta({ id: 'GuestResult' })

export type Guest = z.infer<typeof guestSchema>
export type AddedGuest = z.infer<typeof addedGuestSchema>
export type GuestCreate = z.infer<typeof guestCreateSchema>
export type GuestUpdate = z.infer<typeof guestUpdateSchema>
export type GuestNotify = z.infer<typeof guestNotifySchema>
export type GuestUndo = z.infer<typeof guestUndoSchema>
export type GuestMove = z.infer<typeof guestMoveSchema>
export type GuestTransfer = z.infer<typeof guestTransferSchema>
export type GuestResult = z.infer<typeof guestResultSchema>
