import {
  type CloudEvent,
  type PrivacyRecords,
  type PrivacyService,
  privacyCompletedBy,
} from '@usher/contracts'
import { newEvent, originOf } from '../events/new-event.ts'

/** The outcome of one step of a privacy request, as reported to accounts. */
export interface PrivacyAnswer {
  /** Number of the answer, from 1. */
  readonly part: number
  readonly isLast: boolean
  readonly records: number
  /** Exported data; null for an erasure. */
  readonly data: PrivacyRecords | null
}

/** The event with which a service answers a privacy request. */
export const privacyAnswer = (
  service: Exclude<PrivacyService, 'accounts'>,
  request: CloudEvent,
  { part, isLast, records, data }: PrivacyAnswer,
  now: Date,
): CloudEvent =>
  newEvent(privacyCompletedBy(service), {
    subject: request.subject,
    sequence: part,
    time: now,
    origin: originOf(request),
    data: { id: request.subject, service, part, is_last: isLast, records, data },
  })
