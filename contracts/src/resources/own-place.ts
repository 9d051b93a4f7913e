import { z } from 'zod'
import { timestamp } from '../text.ts'
import { guestSchema, localeSchema } from './guest.ts'
import { queueSettingsSchema } from './queue.ts'
import { waitRange } from './wait-range.ts'

const { party_size, position, estimated_wait, status, created_at } = guestSchema.shape
const { arrived_at, locale, notified_at, updated_at } = guestSchema.shape

/** Why a guest's own place was changed: by staff, as the guest let others pass, or as leaving was undone. */
export const PLACE_CHANGES = ['moved', 'deferred', 'returned'] as const

const placeChange = z.object({ reason: z.enum(PLACE_CHANGES), at: timestamp })

/** What guests see of themselves on their own page: no number, no notes, nothing of others. */
export const ownPlaceSchema = z
  .object({
    name: z.string(),
    party_size,
    status,
    position,
    estimated_wait,
    estimated_wait_range: waitRange.nullable(),
    queue: z.object({
      name: z.string(),
      status: queueSettingsSchema.shape.status,
      pause_reason: queueSettingsSchema.shape.pause_reason,
      timezone: queueSettingsSchema.shape.timezone,
    }),
    place_change: placeChange
      .nullable()
      .meta({ description: 'The last change of place other than by those ahead leaving' }),
    arrived_at,
    locale,
    created_at,
    updated_at,
    notified_at,
  })
  .meta({ id: 'OwnPlace' })

export const deferralSchema = z
  .strictObject({ parties: z.int().min(1).max(20).meta({ description: 'How many to let pass' }) })
  .meta({ id: 'Deferral', examples: [{ parties: 2 }] })

export const languageSchema = z
  .strictObject({ locale: localeSchema })
  .meta({ id: 'Language', examples: [{ locale: 'fr' }] })

export type OwnPlace = z.infer<typeof ownPlaceSchema>
export type PlaceChange = (typeof PLACE_CHANGES)[number]
