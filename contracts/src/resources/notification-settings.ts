import { z } from 'zod'
import { exactPartial } from '../partial.ts'
import { country } from '../place.ts'
import { addressChannelSchema } from './channel.ts'

const limit = (max: number) => z.int().min(1).max(max)

const perNumberPerHour = limit(10_000)
const perNumberPerDay = limit(50_000)
const perOrganizationPerDay = limit(100_000)

const failoverAfter = z.int().min(30).max(3_600)

const ABOUT = {
  countries: 'Countries to whose numbers messages are sent (ISO 3166-1 alpha-2)',
  hour: 'Most messages to one recipient in an hour of the clock',
  day: 'Most messages to one recipient in a day (UTC)',
  all: 'Most messages of the organisation in a day (UTC)',
  failover: 'Seconds without word that a message arrived after which the next channel of the guest is tried',
}

/** Effective message limits of an organisation: set, or by default. */
export const notificationSettingsSchema = z
  .object({
    countries: z.array(country).meta({ description: ABOUT.countries }),
    per_number_per_hour: perNumberPerHour.meta({ description: ABOUT.hour }),
    per_number_per_day: perNumberPerDay.meta({ description: ABOUT.day }),
    per_organization_per_day: perOrganizationPerDay.meta({ description: ABOUT.all }),
    failover_after_seconds: failoverAfter.meta({ description: ABOUT.failover }),
    sandbox_channels: z.array(addressChannelSchema).meta({
      description: 'Channels without a provider: the sandbox takes their messages, and nobody receives them',
    }),
  })
  .meta({ id: 'NotificationSettings' })

export const notificationSettingsUpdateSchema = z
  .strictObject(
    exactPartial({
      countries: z
        .array(country)
        .min(1)
        .max(250)
        .transform((given) => [...new Set(given)].sort())
        .nullable()
        .meta({ description: `${ABOUT.countries}; null: the usual ones` }),
      per_number_per_hour: perNumberPerHour.nullable().meta({ description: `${ABOUT.hour}; null: as usual` }),
      per_number_per_day: perNumberPerDay.nullable().meta({ description: `${ABOUT.day}; null: as usual` }),
      per_organization_per_day: perOrganizationPerDay
        .nullable()
        .meta({ description: `${ABOUT.all}, at most what the plan has; null: that` }),
      failover_after_seconds: failoverAfter
        .nullable()
        .meta({ description: `${ABOUT.failover}; null: as usual` }),
    }),
  )
  .meta({ id: 'NotificationSettingsUpdate', examples: [{ countries: ['DE', 'AT', 'CH'] }] })

export type NotificationSettings = z.infer<typeof notificationSettingsSchema>
export type NotificationSettingsUpdate = z.infer<typeof notificationSettingsUpdateSchema>
