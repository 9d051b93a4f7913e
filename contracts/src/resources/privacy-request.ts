import { z } from 'zod'
import { idOf } from '../ids.ts'
import { jsonValue } from '../json-value.ts'
import { SERVICES } from '../services.ts'
import { emailAddress, line, phoneText, timestamp } from '../text.ts'

/** Services that hold personal data: a request is complete when each of them has answered. */
export const PRIVACY_SERVICES = SERVICES.filter((service) => service !== 'test-clocks')

export type PrivacyService = (typeof PRIVACY_SERVICES)[number]

export const privacyServiceSchema = z.enum(PRIVACY_SERVICES)

export const privacyKindSchema = z
  .enum(['export', 'erasure'])
  .meta({ id: 'PrivacyKind', description: 'export: gather the data; erasure: remove it for good' })

const phone = phoneText.meta({ description: 'In any usual spelling; every guest with this number' })

const email = emailAddress.meta({ description: 'Every guest with this e-mail address' })

/** Whose data: one guest, everybody with a phone number or an e-mail address, or the whole organisation. */
export const privacySubjectSchema = z
  .union([
    z.strictObject({ guest_id: idOf('guest') }).meta({ id: 'PrivacySubjectGuest' }),
    z.strictObject({ phone }).meta({ id: 'PrivacySubjectPhone' }),
    z.strictObject({ email }).meta({ id: 'PrivacySubjectEmail' }),
    z
      .strictObject({ organization: z.literal(true).describe('All data of the organisation; owners only') })
      .meta({ id: 'PrivacySubjectOrganization' }),
  ])
  .meta({ id: 'PrivacySubject', description: 'Whose data' })

export const privacyRequestCreateSchema = z
  .strictObject({
    kind: privacyKindSchema,
    subject: privacySubjectSchema,
    confirm_name: line(100)
      .exactOptional()
      .meta({ description: 'The name of the organisation, repeated, to erase all of it' }),
  })
  .meta({ id: 'PrivacyRequestCreate' })

const status = z
  .enum(['running', 'completed'])
  .meta({ id: 'PrivacyStatus', description: 'completed: every service has done its part' })

export const privacyRequestSchema = z
  .object({
    id: idOf('privacyRequest'),
    kind: privacyKindSchema,
    subject: z
      .object({
        guest_id: z.string().exactOptional().describe('Id of one guest'),
        phone: z.string().exactOptional().meta({ description: 'Masked once the number is erased' }),
        email: z.string().exactOptional().meta({ description: 'Masked once the address is erased' }),
        organization: z.literal(true).exactOptional().describe('All data of the organisation'),
      })
      .meta({ description: 'As it was given', examples: [{ phone: '+14155552671' }] }),
    status,
    parts: z
      .array(
        z.object({
          service: privacyServiceSchema.describe('Service that holds data'),
          livemode: z.boolean().meta({ description: 'false: the test data in the service' }),
          status,
          at: timestamp.nullable().meta({ description: 'When the service had done its part' }),
          records: z.int().min(0).meta({ description: 'Records exported or erased so far' }),
        }),
      )
      .describe('How far each service is'),
    created_by: z.string().describe('Id of the member who asked for it'),
    created_at: timestamp,
    completed_at: timestamp.nullable().describe('null: not yet'),
    expires_at: timestamp.nullable().meta({ description: 'When the result of an export is deleted' }),
  })
  .meta({ id: 'PrivacyRequest' })

/** Records of every kind that a service holds, distinguished by `type`. */
export const privacyRecordsSchema = z.array(z.record(z.string(), jsonValue))

export const privacyResultSchema = z
  .object({
    request_id: idOf('privacyRequest'),
    completed_at: timestamp,
    services: z
      .record(z.string(), privacyRecordsSchema)
      .meta({ description: 'Records by service; those of test data under its name with :test' }),
  })
  .meta({ id: 'PrivacyResult' })

export type PrivacyKind = z.infer<typeof privacyKindSchema>
export type PrivacySubject = z.infer<typeof privacySubjectSchema>
export type PrivacyRequestCreate = z.infer<typeof privacyRequestCreateSchema>
export type PrivacyRequestView = z.infer<typeof privacyRequestSchema>
export type PrivacyRecords = z.infer<typeof privacyRecordsSchema>
