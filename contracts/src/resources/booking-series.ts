import { z } from 'zod'
import { idOf } from '../ids.ts'
import { timezone } from '../place.ts'
import { instant, line, timestamp } from '../text.ts'
import { bookingCancelSchema, bookingCreateSchema, bookingSchema } from './booking.ts'
import { livemode } from './livemode.ts'
import { isUnique } from './queue.ts'
import { seriesClashSchema } from './series-clash.ts'

/** Most bookings of one series: services of a visit × visits. */
export const MAX_SERIES_BOOKINGS = 104

/** The parts of a recurrence rule (RFC 5545 §3.3.10) that make sense for bookings, by day or longer. */
const PARTS = [
  [anyCase('FREQ'), `(?:${anyCase('DAILY|WEEKLY|MONTHLY|YEARLY')})`],
  [`(?:${anyCase('INTERVAL|COUNT')})`, '[1-9][0-9]{0,3}'],
  [`(?:${anyCase('UNTIL|BYDAY|BYMONTHDAY|BYMONTH|BYSETPOS|WKST')})`, '[0-9A-Za-z,+-]+'],
]
const PART = `(?:${PARTS.map((part) => part.join('=')).join('|')})`
/** No part stands twice, COUNT and UNTIL exclude each other, and there is no day or month 0. */
const ALONE = ['FREQ', 'INTERVAL', 'COUNT|UNTIL', 'BYDAY', 'BYMONTHDAY', 'BYMONTH', 'BYSETPOS', 'WKST']
const REPEATED = ALONE.map((names) => `(?:.*(?:${anyCase(names)})=){2}`).join('|')
const ZERO = '.*[=,][+-]?0+(?![0-9A-Za-z])'
/** Parts are in any order and case, and stand behind `RRULE:` where a rule is copied from a calendar. */
const RULE = `^(?!${REPEATED}|${ZERO})\\s*(?:${anyCase('RRULE')}:)?(?=(?:.*;)?${anyCase('FREQ')}=)${PART}(?:;${PART})*;?\\s*$`

function anyCase(words: string): string {
  return words.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`)
}

/** A rule in capitals, with FREQ first. */
const cleanedRule = (rule: string): string => {
  const capitals = rule.replace(/[a-z]+/g, (letters) => letters.toUpperCase())
  const parts = capitals
    .replace(/^RRULE:/, '')
    .replace(/(?<!;);$/, '')
    .split(';')
  const isFrequency = (part: string) => part.startsWith('FREQ=')
  return [...parts.filter(isFrequency), ...parts.filter((part) => !isFrequency(part))].join(';')
}

const { duration_minutes, provider_id, seats, customer, notes, metadata, source } = bookingCreateSchema.shape

const wantedService = z
  .strictObject({ service_type_id: idOf('serviceType'), provider_id, duration_minutes, seats })
  .meta({ id: 'SeriesService' })

export const recurrence = line(200)
  .overwrite(cleanedRule)
  .regex(new RegExp(RULE), {
    error: 'must be a recurrence rule by day, week, month or year, such as FREQ=WEEKLY;COUNT=10',
  })
  .meta({
    pattern: RULE,
    description: 'A rule of RFC 5545 with COUNT or UNTIL, whose first time is the start; absent: once',
    examples: ['FREQ=WEEKLY;COUNT=10'],
  })

/** What is to be booked, and when. */
export const seriesFields = {
  services: z
    .array(wantedService)
    .min(1)
    .max(5)
    .refine((all) => isUnique(all.map(({ service_type_id }) => service_type_id)), {
      error: 'must not repeat a service type',
      params: { code: 'repeated' },
    })
    .meta({ description: 'Those of one visit, each right after the one before', uniqueItems: true }),
  start: instant.meta({ description: 'Of the first visit' }),
  recurrence: recurrence.exactOptional(),
  timezone: timezone.exactOptional().meta({
    description:
      'In which visits keep their time of day when clocks change; absent: that of the organisation',
  }),
  partial: z
    .boolean()
    .default(false)
    .meta({ description: 'Whether to book what is free if some visits clash; absent: all or nothing' }),
}

const example = {
  services: [{ service_type_id: 'svt_01h455vb4pex5vsknk084sn02q' }],
  start: '2026-12-24T09:00:00Z',
  recurrence: 'FREQ=WEEKLY;COUNT=10',
  customer: { name: 'Ada', phone: '+14155552671' },
}

export const bookingSeriesCreateSchema = z
  .strictObject({ ...seriesFields, customer, notes, metadata, source })
  .meta({ id: 'BookingSeriesCreate', examples: [example] })

export const bookingSeriesSchema = z
  .object({
    id: idOf('series'),
    recurrence: z.string().nullable().describe('Rule of RFC 5545; null: one visit'),
    timezone: z.string().describe('In which visits keep their time of day'),
    bookings: z.array(bookingSchema).meta({ description: 'In the order of their starts' }),
    clashes: z
      .array(seriesClashSchema)
      .meta({ description: 'What was left out when it was made with `partial`; empty later' }),
    created_at: timestamp,
    livemode,
  })
  .meta({ id: 'BookingSeries' })

export const seriesCancelSchema = z
  .strictObject({
    from: instant
      .exactOptional()
      .meta({ description: 'Bookings that start then or later; absent: all ahead' }),
    reason: bookingCancelSchema.def.innerType.shape.reason,
  })
  .default({})
  .meta({ id: 'BookingSeriesCancel', examples: [{ reason: 'Moving away' }] })

export type BookingSeries = z.infer<typeof bookingSeriesSchema>
export type BookingSeriesCreate = z.infer<typeof bookingSeriesCreateSchema>
export type SeriesService = z.infer<typeof wantedService>
