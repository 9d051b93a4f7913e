import { z } from 'zod'
import { havingOneOf } from '../having.ts'

/** Longest time that Twilio queues a message (twilio.com/docs/messaging/api/message-resource, ValidityPeriod). */
const MAX_VALIDITY_SECONDS = 36_000

const sid = (prefix: 'AC' | 'MG') =>
  z.string().regex(new RegExp(`^${prefix}[0-9a-f]{32}$`), {
    error: `must be ${prefix} and 32 hexadecimal digits`,
  })

/**
 * A number in E.164, or an alphanumeric sender, which some countries show instead (at most 11 characters, one of them
 * a letter).
 */
const sender = z.string().regex(/^(\+[1-9]\d{6,14}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/, {
  error: 'must be a number in E.164 or at most 11 letters and digits',
})

export const twilioSettingsSchema = z
  .strictObject({
    account_sid: sid('AC').describe('Account SID of Twilio'),
    messaging_service_sid: sid('MG')
      .nullable()
      .default(null)
      .describe('Messaging Service that picks the sender; null: from is the sender'),
    from: sender
      .nullable()
      .default(null)
      .meta({ description: 'Sender, where there is no Messaging Service' }),
    validity_seconds: z
      .int()
      .min(60)
      .max(MAX_VALIDITY_SECONDS)
      .default(14_400)
      .meta({ description: 'How long Twilio may try; then the message fails' }),
  })
  .refine((given) => (given.messaging_service_sid === null) !== (given.from === null), {
    path: ['from'],
    error: 'must be sent, or messaging_service_sid, but not both',
    params: { code: 'exactly_one' },
  })
  .meta({
    id: 'TwilioSettings',
    description: 'How Twilio is used',
    ...havingOneOf('from', 'messaging_service_sid', { type: 'string' }),
  })

export const twilioCredentialsSchema = z
  .strictObject({
    auth_token: z
      .string()
      .regex(/^[0-9a-f]{32}$/, { error: 'must be 32 hexadecimal digits' })
      .describe('Auth Token of Twilio'),
  })
  .meta({ id: 'TwilioCredentials', description: 'Secrets: never shown again' })
