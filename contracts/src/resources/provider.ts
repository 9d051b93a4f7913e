import { z } from 'zod'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { timezone } from '../place.ts'
import { instant, line, timestamp } from '../text.ts'
import { livemode } from './livemode.ts'
import { isUnique, openingException, openingWindow } from './queue.ts'

const localDate = z.iso.date().meta({ description: 'Local date, YYYY-MM-DD' })

/** One weekly window. An `end` at or before `start` is on the next day. */
const weeklyWindow = z
  .strictObject({
    ...openingWindow.shape,
    effective_from: localDate.exactOptional().meta({ description: 'First date on which it begins' }),
    effective_to: localDate.exactOptional().meta({ description: 'Last date on which it begins' }),
  })
  .meta({ id: 'WeeklyWindow' })

const timeOff = z
  .strictObject({ start: instant, end: instant, reason: line(200).exactOptional().describe('For staff') })
  .refine(({ start, end }) => start < end, {
    error: 'must end after it starts',
    params: { code: 'ends_before_start' },
  })
  .meta({ id: 'TimeOff', examples: [{ start: '2026-12-24T12:00:00Z', end: '2026-12-28T12:00:00Z' }] })

const settings = {
  name: line(100).describe('Shown to customers'),
  timezone,
  weekly_hours: z.array(weeklyWindow).max(100).meta({ description: 'In local time; none: never' }),
  overrides: z
    .array(openingException)
    .max(366)
    .refine((all) => isUnique(all.map(({ date }) => date)), {
      error: 'must not repeat a date',
      params: { code: 'repeated' },
    })
    .meta({ description: 'Dates with other windows in place of the weekly ones' }),
  time_off: z.array(timeOff).max(200).describe('Times in which nothing can be booked'),
  calendar_max_age_minutes: z.int().min(5).max(43_200).nullable().meta({
    description: 'How old the reading of a linked calendar may be for anything to be booked; null: any age',
  }),
  weight: z.int().min(1).max(100).meta({
    description: 'Share of the bookings that ask for no provider, compared with the other providers',
  }),
  active: z.boolean().describe('Whether bookings are taken'),
}

/** Defaults of a new provider. The time zone defaults to the organisation's. */
export const PROVIDER_DEFAULTS = {
  weekly_hours: [],
  overrides: [],
  time_off: [],
  calendar_max_age_minutes: null,
  weight: 1,
  active: true,
} as const

const optional = exactPartial(settings)

export const providerCreateSchema = z.strictObject({ ...optional, name: settings.name }).meta({
  id: 'ProviderCreate',
  examples: [
    {
      name: 'Ada',
      timezone: 'Europe/Berlin',
      weekly_hours: [{ day: 'monday', start: '09:00', end: '17:00' }],
    },
  ],
})

export const providerUpdateSchema = z
  .strictObject(optional)
  .meta({ id: 'ProviderUpdate', examples: [{ overrides: [{ date: '2026-12-24', windows: [] }] }] })

export const providerSchema = z
  .object({
    id: idOf('provider'),
    ...settings,
    service_type_ids: z
      .array(idOf('serviceType'))
      .meta({ description: 'What can be booked with the provider: those that have it in provider_ids' }),
    archived_at: timestamp.nullable().meta({ description: 'When it was deleted although bookings exist' }),
    created_at: timestamp,
    updated_at: timestamp,
    livemode,
  })
  .meta({ id: 'Provider' })

export type Provider = z.infer<typeof providerSchema>
export type ProviderCreate = z.infer<typeof providerCreateSchema>
export type ProviderUpdate = z.infer<typeof providerUpdateSchema>
