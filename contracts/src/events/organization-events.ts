import { z } from 'zod'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { fieldChangesSchema } from '../request-record.ts'
import { brandSchema } from '../resources/brand.ts'
import { quietHoursSchema } from '../resources/quiet-hours.ts'
import { timestamp } from '../text.ts'
import { defineEvent } from './define-event.ts'

const verified_at = timestamp
  .exactOptional()
  .meta({ description: 'When its owner verified their address. Absent: it was not asked for' })

const { address, phone, brand_color, privacy_url } = brandSchema.shape
/** Absent in events from before organisations had a brand. */
const brand = { address, phone, brand_color, privacy_url }

/** An organisation was created. */
export const organizationCreated = defineEvent({
  type: 'organization.created',
  version: 1,
  producer: 'accounts',
  summary: 'An organisation was created',
  data: z.object({
    id: idOf('organization'),
    name: z.string(),
    plan: z.string(),
    early_access: z.boolean(),
    country: z.string(),
    timezone: z.string(),
    verified_at,
  }),
})

/** The settings of an organisation changed; services with copies update them. */
export const organizationUpdated = defineEvent({
  type: 'organization.updated',
  version: 1,
  producer: 'accounts',
  summary: 'The settings of the organisation were changed',
  data: z.object({
    id: idOf('organization'),
    name: z.string(),
    country: z.string(),
    timezone: z.string(),
    guest_retention_days: z.int().min(1),
    quiet_hours: quietHoursSchema.nullable().meta({ description: 'Of messages about bookings; null: none' }),
    ...exactPartial(brand),
    logo_path: z
      .string()
      .nullable()
      .exactOptional()
      .meta({ description: 'Path of its logo at the public URL; null: none' }),
    verified_at,
    changes: fieldChangesSchema.exactOptional().meta({ description: 'Fields before and after' }),
  }),
})

/** An organisation is being erased: none of its credentials is valid any more. */
export const organizationClosed = defineEvent({
  type: 'organization.closed',
  version: 1,
  producer: 'accounts',
  summary: 'The organisation was closed and is being erased',
  data: z.object({ id: idOf('organization') }),
})
