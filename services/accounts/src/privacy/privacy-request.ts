import {
  type AuditNote,
  type Caller,
  PRIVACY_SERVICES,
  type PrivacyKind,
  type PrivacyRequestView,
  type PrivacyService,
  type PrivacySubject,
} from '@usher/contracts'
import { changesBetween, newId } from '@usher/service-kit'
import { DAY_MS } from '@usher/service-kit/durations'

/** Days for which the result of an export can be fetched. */
const RESULT_DAYS = 7

interface Part {
  readonly service: PrivacyService
  /** false: of test data. */
  readonly livemode?: boolean
  /** When the service finished its part. */
  readonly at: Date | null
  readonly records: number
}

/** A request to export or erase data, and its progress. */
export interface PrivacyRequest {
  readonly _id: string
  readonly organization_id: string
  readonly kind: PrivacyKind
  readonly subject: PrivacySubject
  readonly parts: readonly Part[]
  readonly created_by: string
  readonly created_at: Date
  readonly completed_at: Date | null
  readonly expires_at: Date | null
}

type Details = Pick<PrivacyRequest, 'kind' | 'subject'> & {
  readonly caller: Caller
  /** Whether there is test data, too. */
  readonly hasTestData: boolean
}

export const newPrivacyRequest = (
  { kind, subject, caller, hasTestData }: Details,
  now: Date,
): PrivacyRequest => ({
  _id: newId('privacyRequest'),
  organization_id: caller.organization_id,
  kind,
  subject,
  parts: [...partsOf(true), ...(hasTestData ? partsOf(false) : [])],
  created_by: caller.actor,
  created_at: now,
  completed_at: null,
  expires_at: null,
})

/** Accounts has one part: what it holds of test data goes with the rest. */
const partsOf = (livemode: boolean): Part[] =>
  PRIVACY_SERVICES.filter((service) => livemode || service !== 'accounts').map((service) => ({
    service,
    livemode,
    at: null,
    records: 0,
  }))

/** Whether a part is a service's for live data, or for test data. */
export const isPartOf = (
  part: Part,
  { service, livemode }: Pick<Progress, 'service' | 'livemode'>,
): boolean => part.service === service && (part.livemode ?? true) === livemode

export const isOfOrganization = ({ subject }: Pick<PrivacyRequest, 'subject'>): boolean =>
  'organization' in subject

/** Progress of a service. */
export interface Progress {
  readonly service: PrivacyService
  readonly livemode: boolean
  readonly records: number
  readonly isDone: boolean
}

/** Updates a request with a service's progress; the last service completes it. */
export function afterAnswer(request: PrivacyRequest, progress: Progress, now: Date): PrivacyRequest {
  const { service, livemode, records, isDone } = progress
  const answered = { service, livemode, records, at: isDone ? now : null }
  const parts = request.parts.map((part) => (isPartOf(part, progress) && !part.at ? answered : part))
  if (!parts.every(({ at }) => at)) return { ...request, parts }
  const expires_at = request.kind === 'export' ? new Date(now.getTime() + RESULT_DAYS * DAY_MS) : null
  return { ...request, parts, subject: storedSubject(request), completed_at: now, expires_at }
}

/** Removes a phone number or address once erased: it must not survive here. */
function storedSubject({ kind, subject }: PrivacyRequest): PrivacySubject {
  if (kind === 'export') return subject
  if ('phone' in subject) return { phone: `***${subject.phone.slice(-2)}` }
  if ('email' in subject) return { email: `***${subject.email.slice(subject.email.lastIndexOf('@'))}` }
  return subject
}

/** Whether only accounts has yet to do its part. */
export const isOwnPartNext = ({ parts }: PrivacyRequest): boolean =>
  parts.every(({ service, at }) => (service === 'accounts' ? !at : at))

interface Answer {
  readonly part: number
  readonly is_last: boolean
  readonly records: number
}

/** The progress of a service according to its answers, which may arrive in any order. */
export function progressOf(
  part: Pick<Progress, 'service' | 'livemode'>,
  answers: readonly Answer[],
): Progress {
  const records = answers.reduce((sum, answer) => sum + answer.records, 0)
  const last = answers.find(({ is_last }) => is_last)
  return { ...part, records, isDone: last?.part === answers.length }
}

const iso = (date: Date | null) => date?.toISOString() ?? null

export const presentPrivacyRequest = (request: PrivacyRequest): PrivacyRequestView => ({
  id: request._id,
  kind: request.kind,
  subject: request.subject,
  status: request.completed_at ? 'completed' : 'running',
  parts: request.parts.map(({ service, livemode = true, at, records }) => ({
    service,
    livemode,
    status: at ? 'completed' : 'running',
    at: iso(at),
    records,
  })),
  created_by: request.created_by,
  created_at: request.created_at.toISOString(),
  completed_at: iso(request.completed_at),
  expires_at: iso(request.expires_at),
})

/** Audit note for a new request, without the guest's phone number or address. */
export const privacyAuditNote = ({ _id, kind, subject }: PrivacyRequest): AuditNote => ({
  resource: _id,
  changes: changesBetween<Partial<PrivacyRequest>>(
    null,
    { kind, subject },
    'phone' in subject || 'email' in subject ? ['subject'] : [],
  ),
})
