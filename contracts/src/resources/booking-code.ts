import { z } from 'zod'
import { havingOneOf } from '../having.ts'
import { exactPartial } from '../partial.ts'
import { emailAddress, phoneText, timestamp } from '../text.ts'
import { localeSchema } from './guest.ts'

/** A code of six digits that a customer was sent. */
export const bookingCode = z
  .string()
  .trim()
  .regex(/^[0-9]{6}$/, { error: 'must be the six digits of the code' })
  .meta({ description: 'The code that was sent', examples: ['402915'] })

/** Identifies a code. Only its requester gets it, so nobody else can use up the guesses. */
export const codeToken = z
  .string()
  .max(200)
  .meta({ description: 'The token from the answer that the code was asked for with' })

/** One contact of a customer, see {@link onlyOneContact}. */
export const contactGiven = exactPartial({ email: emailAddress, phone: phoneText })

/** Which of a customer's addresses a code proves. */
export const CONTACT_FIELDS = ['email', 'phone'] as const

export type ContactField = (typeof CONTACT_FIELDS)[number]

/** Requires an e-mail address or a phone, and not both. */
export const onlyOneContact = (
  body: Partial<Record<ContactField, string>>,
  context: z.core.$RefinementCtx,
): void => {
  if ((body.email === undefined) !== (body.phone === undefined)) return
  const [message, code] =
    body.email === undefined ? ['is required, or a phone', 'required'] : ['excludes a phone', 'only_one']
  context.addIssue({ code: 'custom', path: ['email'], message, params: { code } })
}

export const bookingCodeRequestSchema = z
  .strictObject({ ...contactGiven, locale: localeSchema.exactOptional() })
  .superRefine(onlyOneContact)
  .meta({
    id: 'BookingCodeRequest',
    ...havingOneOf('email', 'phone'),
    examples: [{ email: 'ada@example.com', locale: 'en' }],
  })

/** The same for everybody: whether a customer is known is not told. */
export const bookingCodeSentSchema = z
  .object({
    token: codeToken.meta({
      description: 'Send it with the code as code_token: the code is good only with it',
    }),
    expires_at: timestamp.meta({ description: 'Until then the code can be used' }),
    resend_at: timestamp.meta({ description: 'From then on another can be asked for' }),
  })
  .meta({ id: 'BookingCodeSent' })

export type BookingCodeRequest = z.infer<typeof bookingCodeRequestSchema>
export type BookingCodeSent = z.infer<typeof bookingCodeSentSchema>
