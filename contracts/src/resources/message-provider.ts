import { z } from 'zod'
import { havingOneOf } from '../having.ts'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { addressText, line, timestamp } from '../text.ts'
import { webAddress } from '../web-address.ts'
import { type AddressChannel, addressChannelSchema } from './channel.ts'
import { smtpCredentialsSchema, smtpSettingsSchema } from './smtp-provider.ts'

const LOWEST_PRIORITY = 100

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

const twilioSettingsSchema = z
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

const twilioCredentialsSchema = z
  .strictObject({
    auth_token: z
      .string()
      .regex(/^[0-9a-f]{32}$/, { error: 'must be 32 hexadecimal digits' })
      .describe('Auth Token of Twilio'),
  })
  .meta({ id: 'TwilioCredentials', description: 'Secrets: never shown again' })

const httpSettingsSchema = z
  .strictObject({
    url: webAddress(2_000).describe('Where messages are posted'),
    receipts: z.boolean().default(false).meta({
      description: 'Whether it tells of every message what became of it: silence then means another channel',
    }),
  })
  .meta({ id: 'HttpProviderSettings', description: 'How your own server is reached' })

/** A secret of Standard Webhooks 1.0: 24 bytes have 32 characters in base64, and 64 have 86. */
const STANDARD_SECRET = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

const httpCredentialsSchema = z
  .strictObject({
    secret: z
      .string()
      .regex(STANDARD_SECRET, { error: 'must be whsec_ and 24 to 64 bytes in base64' })
      .meta({ description: 'Signs in both directions (Standard Webhooks)' }),
  })
  .meta({ id: 'HttpProviderCredentials', description: 'Secrets: never shown again' })

const common = {
  name: line(100).describe('For staff, to tell it from others'),
  enabled: z.boolean().describe('Whether messages are sent through it'),
  channels: z
    .array(addressChannelSchema)
    .min(1)
    .max(addressChannelSchema.options.length)
    .describe('What it is used for'),
  priority: z
    .int()
    .min(1)
    .max(LOWEST_PRIORITY)
    .meta({ description: 'Of several for a channel, the one with the lowest number is asked first' }),
}

const { name: _, ...settled } = common

/** Channels without one that the kind does not support; the service knows which kind supports which. */
const channelsBut = (channel: AddressChannel) =>
  settled.channels.meta({ not: { contains: { const: channel } } })

/** What each kind of provider is set up with; `name` is its name in documents. */
export const PROVIDER_SCHEMAS = {
  twilio: {
    name: 'TwilioProvider',
    settings: twilioSettingsSchema,
    credentials: twilioCredentialsSchema,
    channels: channelsBut('email'),
  },
  http: {
    name: 'HttpProvider',
    settings: httpSettingsSchema,
    credentials: httpCredentialsSchema,
    channels: settled.channels,
  },
  smtp: {
    name: 'SmtpProvider',
    settings: smtpSettingsSchema,
    credentials: smtpCredentialsSchema,
    channels: channelsBut('sms'),
  },
} as const

export type MessageProviderKind = keyof typeof PROVIDER_SCHEMAS

type SchemasOf<Kind extends MessageProviderKind> = (typeof PROVIDER_SCHEMAS)[Kind]

export type ProviderSettings<Kind extends MessageProviderKind> = z.infer<SchemasOf<Kind>['settings']>
export type ProviderCredentials<Kind extends MessageProviderKind> = z.infer<SchemasOf<Kind>['credentials']>

const createOf = <Kind extends MessageProviderKind>(kind: Kind) => {
  const { settings, credentials, channels }: SchemasOf<Kind> = PROVIDER_SCHEMAS[kind]
  return z
    .strictObject({
      kind: z.literal(kind).describe('Whose interface it has'),
      name: common.name,
      ...exactPartial({ ...settled, channels }),
      settings,
      credentials,
    })
    .meta({ id: `${PROVIDER_SCHEMAS[kind].name}Create` })
}

export const messageProviderCreateSchema = z
  .discriminatedUnion('kind', [createOf('twilio'), createOf('http'), createOf('smtp')])
  .meta({
    id: 'MessageProviderCreate',
    examples: [
      {
        kind: 'twilio',
        name: 'Main number',
        settings: { account_sid: `AC${'0'.repeat(32)}`, from: '+14155552671' },
        credentials: { auth_token: '0'.repeat(32) },
      },
    ],
  })

export const messageProviderUpdateSchema = z
  .strictObject({
    ...exactPartial(common),
    settings: z
      .record(z.string().max(40), z.unknown())
      .exactOptional()
      .meta({ description: 'Those of its kind that change; the others stay' }),
    credentials: z
      .record(z.string().max(40), z.unknown())
      .exactOptional()
      .meta({ description: 'Those of its kind that change; the others stay' }),
  })
  .meta({ id: 'MessageProviderUpdate', examples: [{ enabled: false }] })

const credentialView = z
  .object({ last4: z.string().nullable().describe('Its last four characters; null: it is short') })
  .meta({ id: 'ProviderCredential' })

const credentialsView = z.record(z.string(), credentialView.nullable()).meta({
  id: 'ProviderCredentialsShown',
  description: 'Which are set, by name, with the last characters of long ones; null: not set',
})

const viewOf = <Kind extends MessageProviderKind>(kind: Kind) => {
  const { settings }: SchemasOf<Kind> = PROVIDER_SCHEMAS[kind]
  return z
    .object({
      id: idOf('messageProvider'),
      kind: z.literal(kind).describe('Whose interface it has'),
      ...common,
      settings,
      credentials: credentialsView,
      callbacks: z
        .record(z.string(), z.string())
        .meta({ description: 'Addresses at which the provider tells us of messages; treat them as secrets' }),
      created_at: timestamp,
      updated_at: timestamp,
    })
    .meta({ id: PROVIDER_SCHEMAS[kind].name })
}

export const messageProviderSchema = z
  .discriminatedUnion('kind', [viewOf('twilio'), viewOf('http'), viewOf('smtp')])
  .meta({ id: 'MessageProvider' })

export const messageProviderTestSchema = z
  .strictObject({ to: addressText })
  .meta({ id: 'MessageProviderTest', examples: [{ to: '+14155552671' }] })

export const messageProviderTestResultSchema = z
  .object({
    outcome: z
      .enum(['sent', 'refused', 'failed', 'unknown'])
      .describe('refused: it will not do; failed: not for now; unknown: no answer came'),
    message: z.string().meta({ description: 'What came of it, in plain words' }),
    provider_code: z.string().nullable().describe("The provider's own reason; null: none"),
    message_id: z.string().nullable().meta({ description: "The provider's identifier of the message" }),
  })
  .meta({ id: 'MessageProviderTestResult' })

export type MessageProvider = z.infer<typeof messageProviderSchema>
export type MessageProviderCreate = z.infer<typeof messageProviderCreateSchema>
export type MessageProviderUpdate = z.infer<typeof messageProviderUpdateSchema>
export type MessageProviderTestResult = z.infer<typeof messageProviderTestResultSchema>
