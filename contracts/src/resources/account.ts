import { z } from 'zod'
import { planSchema } from '../caller.ts'
import { having } from '../having.ts'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { country, timezone } from '../place.ts'
import { roleSchema } from '../roles.ts'
import { scopeSchema } from '../scopes.ts'
import { emailAddress, line, timestamp } from '../text.ts'
import { brandFields, brandSchema } from './brand.ts'
import { isOneProof, knownPassword, newPassword, ONE_PROOF, recoveryCode, totp } from './proof.ts'
import { quietHoursSchema } from './quiet-hours.ts'

export const signUpSchema = z
  .strictObject({
    organization_name: line(100).describe('Shown to guests; can be changed later'),
    name: line(100).describe('Your own name, shown to other members'),
    email: emailAddress,
    password: newPassword,
    country: country.exactOptional(),
    timezone: timezone.exactOptional(),
  })
  .meta({ id: 'SignUp' })

export const signInSchema = z
  .strictObject({
    email: emailAddress,
    password: knownPassword,
    totp: totp.exactOptional(),
    recovery_code: recoveryCode.exactOptional(),
  })
  .refine(isOneProof, ONE_PROOF)
  .meta({ id: 'SignIn', not: having('totp', 'recovery_code') })

export const memberSchema = z
  .object({
    id: idOf('member'),
    name: z.string().describe('Shown to other members'),
    email: z.string().describe('In lower case'),
    role: roleSchema,
    created_at: timestamp,
  })
  .meta({ id: 'Member', description: 'Somebody who signs in for an organisation' })

const ORGANIZATION_BRAND = brandSchema.pick({
  address: true,
  phone: true,
  brand_color: true,
  privacy_url: true,
  logo_url: true,
}).shape

const quiet_hours = quietHoursSchema
  .nullable()
  .describe(
    'Local times of a booking between which its customer gets only messages that cannot wait; an end before the start is on the next day; null: none',
  )

export const organizationSchema = z
  .object({
    id: idOf('organization'),
    name: z.string().describe('Shown to guests'),
    plan: planSchema.describe('Decides the limits'),
    early_access: z.boolean().describe('Whether the paths under /api are open to it'),
    country: z
      .string()
      .describe('ISO 3166-1 alpha-2: whose notation phone numbers without country code have'),
    timezone: z.string().describe('IANA: default of new queues and providers'),
    guest_retention_days: z
      .int()
      .meta({ description: 'Days after which guests who left are made anonymous' }),
    quiet_hours,
    ...ORGANIZATION_BRAND,
    created_at: timestamp,
  })
  .meta({ id: 'Organization', description: 'Whose queues, bookings and members these are' })

/** Default retention of guests who left, in days. */
export const DEFAULT_RETENTION_DAYS = 30

export const organizationUpdateSchema = z
  .strictObject(
    exactPartial({
      name: line(100).describe('Shown to guests'),
      country,
      timezone,
      guest_retention_days: z
        .int()
        .min(1)
        .max(3650)
        .describe('Days after which guests who left are made anonymous'),
      quiet_hours,
      ...brandFields,
    }),
  )
  .meta({ id: 'OrganizationUpdate' })

export const accountSchema = z
  .object({
    organization: organizationSchema,
    member: memberSchema,
    email_verified: z.boolean().meta({
      description:
        'False after a sign-up that waits for the link in its mail to be followed: there is no account before',
    }),
  })
  .meta({ id: 'Account' })

export const signedInSchema = z
  .object({
    csrf_token: z.string().meta({ description: 'Send it back as x-csrf-token on every write' }),
    expires_at: timestamp.meta({ description: 'When the session ends' }),
  })
  .meta({ id: 'SignedIn' })

/** Who is signed in and what they may do: everything a page needs after a reload. */
export const meSchema = z
  .object({
    organization: organizationSchema,
    member: memberSchema,
    ...signedInSchema.shape,
    session_id: idOf('session'),
    scopes: z.array(scopeSchema).describe('What the role allows'),
    second_factor: z.boolean().meta({ description: 'Whether signing in needs one' }),
    recovery_codes_left: z.int().describe('How many were not used yet'),
  })
  .meta({ id: 'Me' })

export const sessionSchema = z
  .object({
    id: idOf('session'),
    is_current: z.boolean().meta({ description: 'Whether it is the one that asks' }),
    address: z.string().nullable().meta({ description: 'Where it was begun' }),
    user_agent: z.string().nullable().describe('Browser or program that signed in; null: it said nothing'),
    created_at: timestamp,
    last_used_at: timestamp.meta({ description: 'To the half minute' }),
    expires_at: timestamp,
  })
  .meta({ id: 'Session' })

export const emailVerifySchema = z
  .strictObject({
    token: z.string().max(100).describe('From the link in the mail'),
    password: knownPassword.meta({
      description: 'The one chosen at sign-up: somebody else may have signed up with the address',
    }),
  })
  .meta({ id: 'EmailVerify' })

export const meUpdateSchema = z
  .strictObject(exactPartial({ name: line(100).describe('Shown to other members') }))
  .meta({ id: 'MeUpdate' })

export const memberUpdateSchema = z
  .strictObject(exactPartial({ role: roleSchema }))
  .meta({ id: 'MemberUpdate' })

export const invitationCreateSchema = z
  .strictObject({ email: emailAddress, role: roleSchema })
  .meta({ id: 'InvitationCreate' })

export const invitationSchema = z
  .object({
    id: idOf('invitation'),
    email: z.string().describe('Who is invited'),
    role: roleSchema,
    created_by: idOf('member'),
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'Invitation' })

export const invitationWithTokenSchema = z
  .object({
    ...invitationSchema.shape,
    token: z.string().nullable().meta({
      description:
        'For the invited person; shown once, good for one use. null where addresses are proved by mail: whoever has it proves to read theirs',
    }),
  })
  .meta({ id: 'InvitationWithToken' })

export const invitationAcceptSchema = z
  .strictObject({
    token: z.string().max(100).describe('Of the invitation'),
    name: line(100).describe('Your own name, shown to other members'),
    password: newPassword,
  })
  .meta({ id: 'InvitationAccept' })

export type InvitationView = z.infer<typeof invitationSchema>
export type InvitationAccept = z.infer<typeof invitationAcceptSchema>
export type SignUp = z.infer<typeof signUpSchema>
export type SignIn = z.infer<typeof signInSchema>
export type Member = z.infer<typeof memberSchema>
export type OrganizationUpdate = z.infer<typeof organizationUpdateSchema>
export type OrganizationView = z.infer<typeof organizationSchema>
export type Session = z.infer<typeof sessionSchema>
