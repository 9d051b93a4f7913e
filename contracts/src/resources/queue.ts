import { z } from 'zod'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { timezone } from '../place.ts'
import { line, timestamp } from '../text.ts'
import { customFieldsSchema } from './custom-field.ts'
import { livemode } from './livemode.ts'
import { queueBookingsSchema } from './queue-bookings.ts'
import { waitRange } from './wait-range.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

export const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 09:30' })
  .meta({ description: 'Local time of day, HH:MM' })

const weekday = z.enum(DAYS).meta({ id: 'Weekday', description: 'Day of the week, in local time' })

/** One opening window. An `end` at or before `start` closes on the next day. */
export const openingWindow = z
  .strictObject({ day: weekday, start: clockTime, end: clockTime })
  .meta({ id: 'OpeningWindow' })

/** Opening times on one date, instead of its weekday's windows; no window: closed. */
export const openingException = z
  .strictObject({
    date: z.iso.date().meta({ description: 'Local date, YYYY-MM-DD' }),
    windows: z
      .array(z.strictObject({ start: clockTime, end: clockTime }).meta({ id: 'ClockWindow' }))
      .max(10)
      .describe('Opening times on that date; none: closed'),
  })
  .meta({ id: 'OpeningException' })

/** Guests of a class stand ahead of those of lower levels, and of all without a class. */
const priorityClass = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-z0-9_-]{0,39}$/, { error: 'must be lower-case letters, digits, _ and -, at most 40' })
      .meta({ description: 'By which guests are given the class' }),
    name: line(60).describe('Shown to staff'),
    level: z.int().min(1).max(9).meta({ description: 'Higher goes first' }),
  })
  .meta({ id: 'PriorityClass' })

export type PriorityClass = z.infer<typeof priorityClass>

export const isUnique = (values: readonly unknown[]): boolean => new Set(values).size === values.length

export type OpeningException = z.infer<typeof openingException>

export type OpeningWindow = z.infer<typeof openingWindow>

export const queueStatusSchema = z
  .enum(['active', 'paused'])
  .meta({ id: 'QueueStatus', description: 'paused: nobody can join; those in the line stay' })

/** Default limits for people who join by themselves. */
export const PUBLIC_JOIN_DEFAULTS = { max_waiting: 200, max_per_address: 80 } as const

/** What a client may set on a queue. */
const settings = {
  name: line(100).describe('Shown to guests and staff'),
  capacity: z
    .int()
    .min(1)
    .max(100_000)
    .nullable()
    .meta({ description: 'Most guests at once; null: no limit' }),
  min_party_size: z.int().min(1).max(99).describe('Smallest party that may join, in people'),
  max_party_size: z.int().min(1).max(99).describe('Largest party that may join, in people'),
  service_minutes: z.number().positive().max(1440).meta({ description: 'Minutes one party is served' }),
  servers: z.int().min(1).max(1000).meta({ description: 'Parties served at the same time' }),
  no_show_after_minutes: z.int().min(1).max(1440).nullable().meta({
    description: 'Minutes from notify to automatic no-show, for guests notified from then on; null: never',
  }),
  almost_ready_position: z
    .int()
    .min(1)
    .max(100)
    .nullable()
    .describe('Place at which a guest is told to be nearly the next; null: nobody is told'),
  timezone,
  opening_hours: z.array(openingWindow).max(50).nullable().meta({ description: 'null: always open' }),
  opening_exceptions: z
    .array(openingException)
    .max(366)
    .refine((all) => isUnique(all.map(({ date }) => date)), {
      error: 'must not repeat a date',
      params: { code: 'repeated' },
    })
    .meta({ description: 'Dates with other hours, such as holidays' }),
  pause_reason: line(200)
    .nullable()
    .meta({ description: 'Why the queue is paused, for guests to read; null while it is active' }),
  priority_classes: z
    .array(priorityClass)
    .max(9)
    .refine((all) => isUnique(all.map(({ key }) => key)), {
      error: 'must not repeat a key',
      params: { code: 'repeated' },
    })
    .refine((all) => isUnique(all.map(({ level }) => level)), {
      error: 'must not repeat a level',
      params: { code: 'repeated' },
    })
    .meta({ description: 'Classes of guests who go before others; a change is about those who join later' }),
  public_join: z.boolean().meta({ description: 'Whether guests can join by themselves, at join_url' }),
  public_join_limits: z
    .strictObject({
      max_party_size: z
        .int()
        .min(1)
        .max(99)
        .nullable()
        .default(null)
        .describe('Largest party that may join by itself; null: as for all'),
      max_waiting: z
        .int()
        .min(1)
        .max(100_000)
        .nullable()
        .default(null)
        .describe(`Most guests in the line for one more to join; null: ${PUBLIC_JOIN_DEFAULTS.max_waiting}`),
      max_per_address: z
        .int()
        .min(1)
        .max(1_000)
        .nullable()
        .exactOptional()
        .describe(
          `Most who may join from one network address in 10 minutes; null: ${PUBLIC_JOIN_DEFAULTS.max_per_address}, and beyond 20 in an hour only while the line is less than half full`,
        ),
    })
    .meta({ id: 'PublicJoinLimits' })
    .nullable()
    .meta({
      description: 'Limits of those who join by themselves; null: the defaults',
    }),
  custom_fields: customFieldsSchema,
  explain_delays: z.boolean().meta({
    description: 'Whether guests read why their turn comes later than quoted; staff always do',
  }),
  bookings: queueBookingsSchema
    .nullable()
    .meta({ description: 'Bookings that share the line with walk-ins; null: none are expected' }),
}

/** Defaults of a new queue. The time zone defaults to the organisation's. */
export const QUEUE_DEFAULTS = {
  status: 'active',
  capacity: null,
  min_party_size: 1,
  max_party_size: 99,
  service_minutes: 10,
  servers: 1,
  no_show_after_minutes: null,
  almost_ready_position: 3,
  opening_hours: null,
  opening_exceptions: [],
  pause_reason: null,
  public_join: false,
  priority_classes: [],
  public_join_limits: null,
  custom_fields: [],
  explain_delays: true,
  bookings: null,
} as const

const optionalSettings = exactPartial({ ...settings, status: queueStatusSchema })

export const queueCreateSchema = z
  .strictObject({ ...optionalSettings, name: settings.name })
  .meta({ id: 'QueueCreate', examples: [{ name: 'Front desk', servers: 2, service_minutes: 15 }] })

export const queueUpdateSchema = z
  .strictObject(optionalSettings)
  .meta({ id: 'QueueUpdate', examples: [{ servers: 3 }] })

export const queuePauseSchema = z
  .strictObject({ reason: settings.pause_reason.exactOptional() })
  .default({})
  .meta({ id: 'Pause', examples: [{ reason: 'The kitchen needs a quarter of an hour' }] })

export const freePlacesSchema = z
  .strictObject({ count: z.int().min(0).max(1000).meta({ description: 'At most the servers of the queue' }) })
  .meta({ id: 'FreePlaces', examples: [{ count: 3 }] })

/** Settings as stored, and as carried by queue events. */
export const queueSettingsSchema = z.object({
  id: idOf('queue'),
  status: queueStatusSchema,
  ...settings,
  explain_delays: settings.explain_delays.default(true),
  bookings: settings.bookings.default(null),
})

export const queueSchema = z
  .object({
    ...queueSettingsSchema.shape,
    join_url: z.url().meta({ description: 'Where guests join by themselves' }),
    waiting_count: z.int().min(0).describe('Parties waiting or notified'),
    estimated_wait: z.int().min(0).meta({ description: 'Minutes a guest joining now would wait' }),
    estimated_wait_range: waitRange,
    free_places: z.int().min(0).meta({
      description:
        'Of the servers, those that are believed to be free: not taken by a party that was called, for as long as parties take, and as staff have counted',
    }),
    created_at: timestamp,
    updated_at: timestamp,
    livemode,
  })
  .meta({ id: 'Queue' })

export type Queue = z.infer<typeof queueSchema>
export type QueueSettings = z.infer<typeof queueSettingsSchema>
export type QueueCreate = z.infer<typeof queueCreateSchema>
export type QueueUpdate = z.infer<typeof queueUpdateSchema>
