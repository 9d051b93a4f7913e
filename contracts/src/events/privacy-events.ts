import { z } from 'zod'
import { idOf } from '../ids.ts'
import {
  type PrivacyService,
  privacyKindSchema,
  privacyRecordsSchema,
  privacyServiceSchema,
  privacySubjectSchema,
} from '../resources/privacy-request.ts'
import { defineEvent } from './define-event.ts'

/** An organisation requested an export or erasure; every service that holds data does its part. */
export const privacyRequested = defineEvent({
  type: 'privacy.requested',
  version: 1,
  producer: 'accounts',
  summary: 'The export or the erasure of data was asked for',
  data: z.object({ id: idOf('privacyRequest'), kind: privacyKindSchema, subject: privacySubjectSchema }),
})

const answer = z.object({
  id: idOf('privacyRequest'),
  service: privacyServiceSchema,
  part: z.int().min(1).meta({ description: 'Number of this answer among those of the service' }),
  is_last: z.boolean(),
  records: z.int().min(0).meta({ description: 'Records that this answer is about' }),
  data: privacyRecordsSchema.nullable().meta({ description: 'What was exported; null for an erasure' }),
})

/** A service completed its part, or one of several: an export comes in messages of bounded size. */
export const privacyCompletedBy = (producer: Exclude<PrivacyService, 'accounts'>) =>
  defineEvent({
    type: 'privacy.completed',
    version: 1,
    producer,
    summary: 'A service has exported or erased what was asked for',
    data: answer,
  })

/** As consumed, whatever the producer. */
export const privacyCompleted = privacyCompletedBy('queue')
