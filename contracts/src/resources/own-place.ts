import { z } from 'zod'
import { exactPartial } from '../partial.ts'
import { timezone } from '../place.ts'
import { instant, strangerName, timestamp } from '../text.ts'
import { ofOrganization } from './brand.ts'
import { displayLabel } from './display.ts'
import { guestCreateSchema, guestSchema, localeSchema } from './guest.ts'
import { lineClauseSchema } from './line.ts'
import { queueSettingsSchema } from './queue.ts'
import { timelineEntrySchema } from './timeline.ts'
import { waitRange } from './wait-range.ts'

const { party_size, position, estimated_wait, status, created_at } = guestSchema.shape
const { arrived_at, away_until, delay, desk, locale, notified_at, updated_at } = guestSchema.shape

/**
 * Why a guest's place changed: moved by staff, the guest let others pass, leaving was undone, or a new priority
 * class.
 */
export const PLACE_CHANGES = ['moved', 'deferred', 'returned', 'priority'] as const

const placeChange = z
  .object({
    reason: z.enum(PLACE_CHANGES).meta({
      id: 'PlaceChangeReason',
      description:
        'moved: by staff. deferred: the guest let others pass. returned: leaving was undone. priority: a new priority class',
    }),
    at: timestamp,
  })
  .meta({ id: 'PlaceChange' })

/** What guests see of themselves on their own page: no phone number, no notes, and of others only the sizes of parties let in ahead. */
export const ownPlaceSchema = z
  .object({
    organization_id: ofOrganization,
    name: z.string().describe('Name of the party'),
    display_label: displayLabel,
    party_size,
    status,
    position,
    estimated_wait,
    estimated_wait_range: waitRange.nullable().describe('null like position'),
    delay,
    usually_early: z.int().min(2).nullable().meta({
      description:
        'Minutes by which guests of the queue are usually called before the end of the range they were quoted; null: less than two, or fewer than 20 outcomes are known',
    }),
    queue: z
      .object({
        name: z.string().describe('Name of the queue'),
        status: queueSettingsSchema.shape.status,
        pause_reason: queueSettingsSchema.shape.pause_reason,
        timezone: queueSettingsSchema.shape.timezone,
        min_party_size: z.int().default(1).describe('Smallest party that the guest can change to'),
        max_party_size: z.int().default(99).describe('Largest party that the guest can change to'),
        join_slug: z
          .string()
          .nullable()
          .meta({ description: 'Of the page at which guests join by themselves; null: they cannot' }),
      })
      .describe('The queue in which the guest waits'),
    place_change: placeChange
      .nullable()
      .meta({ description: 'The last change of place other than by those ahead leaving' }),
    booked_start: timestamp
      .nullable()
      .default(null)
      .meta({ description: 'When the booking begins with which the guest was checked in; null: none' }),
    passed_by: z
      .object({
        clause: lineClauseSchema,
        at: timestamp,
        came_late: z
          .boolean()
          .meta({ description: 'Whether the guest came after the time of their booking' }),
      })
      .nullable()
      .default(null)
      .meta({
        description: 'Why somebody behind was called first by the rules of the line; null: nobody was',
      }),
    can_return: z
      .boolean()
      .default(false)
      .meta({ description: 'Whether a guest who left by themselves can be back in the same place now' }),
    arrived_at,
    away_until,
    locale,
    timezone: guestSchema.shape.timezone,
    created_at,
    updated_at,
    notified_at,
    desk,
  })
  .meta({ id: 'OwnPlace' })

/** More time: behind the next parties, or at the same place but not called until a time. */
export const deferralSchema = z
  .union([
    z
      .strictObject({ parties: z.int().min(1).max(20).meta({ description: 'How many to let pass' }) })
      .meta({ id: 'DeferralByParties' }),
    z
      .strictObject({ until: instant.meta({ description: 'Within the next 12 hours' }) })
      .meta({ id: 'DeferralUntil' }),
  ])
  .meta({ id: 'Deferral', examples: [{ parties: 2 }, { until: '2026-12-24T18:30:00Z' }] })

/** What happened to a guest's place, as shown to the guest: nothing about who the others are. */
export const ownTimelineEntrySchema = z
  .object({
    at: timestamp,
    type: timelineEntrySchema.shape.type,
    own: z.boolean().meta({ description: 'false: it happened to somebody else' }),
    clause: lineClauseSchema
      .nullable()
      .meta({ description: 'Why they were called, by the rules of the line; null: for another reason' }),
    position_before: timelineEntrySchema.shape.position_before,
    position_after: timelineEntrySchema.shape.position_after,
  })
  .meta({ id: 'OwnTimelineEntry' })

const { phone } = guestCreateSchema.shape

/** What guests can change of themselves. */
export const ownPlaceUpdateSchema = z
  .strictObject({
    ...exactPartial({
      name: strangerName(100).describe('Name of the party, without web addresses'),
      party_size,
      locale: localeSchema,
      timezone,
    }),
    phone,
  })
  .meta({ id: 'OwnPlaceUpdate', examples: [{ party_size: 3 }, { locale: 'fr', timezone: 'Europe/Paris' }] })

export type OwnPlace = z.infer<typeof ownPlaceSchema>
export type OwnTimelineEntry = z.infer<typeof ownTimelineEntrySchema>
export type OwnPlaceUpdate = z.infer<typeof ownPlaceUpdateSchema>
export type Deferral = z.infer<typeof deferralSchema>
export type PlaceChange = (typeof PLACE_CHANGES)[number]
