import { type CloudEvent, type PrivacyRecords, privacyCompletedBy } from '@usher/contracts'
import { newEvent } from '@usher/service-kit'

const completed = privacyCompletedBy('queue')

/** How far a privacy request has come. */
export interface PrivacyState {
  /** The last guest that was exported. */
  readonly after: string
  /** Answers given. */
  readonly parts: number
  /** Records erased. */
  readonly records: number
  /** How often all of an organisation was erased. */
  readonly passes: number
}

interface Answer {
  /** Number of the answer, from 1. */
  readonly part: number
  readonly isLast: boolean
  readonly records: number
  /** What is exported; null for an erasure. */
  readonly data: PrivacyRecords | null
}

/** The event by which this service answers a privacy request. */
export const answerEvent = (
  request: CloudEvent,
  { part, isLast, records, data }: Answer,
  now: Date,
): CloudEvent =>
  newEvent(completed, {
    subject: request.subject,
    sequence: part,
    time: now,
    origin: originOf(request),
    data: { id: request.subject, service: 'queue', part, is_last: isLast, records, data },
  })

/** Who asked, for what is done in the course of a request. */
export const originOf = ({ organizationid, actor, requestid, traceparent }: CloudEvent) => ({
  organizationId: organizationid,
  actor,
  requestId: requestid,
  ...(traceparent && { traceparent }),
})
