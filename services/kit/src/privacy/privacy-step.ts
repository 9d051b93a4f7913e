import {
  type CloudEvent,
  type PrivacyRecords,
  type PrivacyService,
  type PrivacySubject,
  privacyCompletedBy,
  privacyRequested,
} from '@usher/contracts'
import type { Clock } from '../clock.ts'
import { PermanentError } from '../errors.ts'
import type { Step } from '../events/event-jobs.ts'
import { newEvent, type Origin, originOf } from '../events/new-event.ts'

/** A requested export or erasure. */
export interface PrivacyRequest {
  readonly organizationId: string
  readonly subject: PrivacySubject
  readonly isExport: boolean
  readonly origin: Origin
}

/** Result of one step. */
export interface PrivacyOutcome<State> {
  /** Absent: nothing to report yet. */
  readonly answer?: {
    /** Number of the answer, from 1. */
    readonly part: number
    readonly records: number
    /** Exported data; null for an erasure. */
    readonly data: PrivacyRecords | null
  }
  /** Absent after the last step. */
  readonly state?: State
  readonly notBefore?: Date
}

/**
 * Does a step of privacy requests and reports its outcome to accounts. It throws a PermanentError for an event that is
 * no such request.
 */
export const createPrivacyStep =
  <State>(
    service: Exclude<PrivacyService, 'accounts'>,
    clock: Clock,
    work: (request: PrivacyRequest, state: State | undefined) => Promise<PrivacyOutcome<State>>,
  ) =>
  async (event: CloudEvent, state: State | undefined): Promise<Step<State>> => {
    const parsed = privacyRequested.data.safeParse(event.data)
    if (!parsed.success) throw new PermanentError('not the data of a privacy request')
    const { kind, subject } = parsed.data
    const origin = originOf(event)
    const request = { organizationId: event.organizationid, subject, isExport: kind === 'export', origin }
    const { answer, ...next } = await work(request, state)
    if (!answer) return { events: [], ...next }
    const told = newEvent(privacyCompletedBy(service), {
      subject: event.subject,
      sequence: answer.part,
      time: clock.now(),
      origin,
      data: { id: event.subject, service, ...answer, is_last: !next.state },
    })
    return { events: [told], ...next }
  }
