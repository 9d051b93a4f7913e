import {
  type Caller,
  type CloudEvent,
  organizationClosed,
  type PrivacyRequestCreate,
  privacyRequested,
} from '@usher/contracts'
import {
  appendToOutbox,
  invalidField,
  newEvent,
  notFound,
  type Origin,
  ProblemError,
  seal,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { type Organization, withTestOrganization } from '../organizations/organization.ts'
import { exportOwnData } from './own-data.ts'
import { afterAnswer, isOfOrganization, newPrivacyRequest, type PrivacyRequest } from './privacy-request.ts'

interface PrivacyCall {
  readonly given: PrivacyRequestCreate
  readonly caller: Caller
  readonly origin: Origin
}

/**
 * Starts an export or erasure, together with the events for the services: live data, and test data if there is any. Erasing an organisation closes it at
 * once.
 *
 * @throws ProblemError `forbidden` or `validation_failed` if the organisation must not be exported or erased
 * this way
 */
export async function requestPrivacy(
  session: ClientSession,
  context: ServiceContext,
  { given, caller, origin }: PrivacyCall,
): Promise<PrivacyRequest> {
  const now = context.clock.now()
  const { kind, subject } = given
  const organization = await context.organizations.findOpen(caller.organization_id, session)
  if (!organization) throw notFound('organisation')
  const all = withTestOrganization(organization)
  const begun = newPrivacyRequest({ kind, subject, caller, hasTestData: all.length > 1 }, now)
  if (isOfOrganization(begun)) await requireOwner(context, caller, session)
  const isClosing = kind === 'erasure' && isOfOrganization(begun)
  const closed = isClosing ? await closeOrganization(session, context, { organization, given, origin }) : []
  const request = isClosing ? begun : await withOwnPart(session, context, begun)
  await context.privacy.insert(request, session)
  const events = all.map(({ _id: organizationId }) =>
    newEvent(privacyRequested, {
      subject: request._id,
      sequence: 1,
      time: now,
      origin: { ...origin, organizationId },
      data: { id: request._id, kind, subject },
    }),
  )
  await appendToOutbox(context.outbox, [...closed, ...events], session)
  return request
}

/**
 * Completes this service's own part of an export: it has no guest data, and exports organisation data at
 * once.
 */
async function withOwnPart(
  session: ClientSession,
  context: ServiceContext,
  request: PrivacyRequest,
): Promise<PrivacyRequest> {
  const { privacy, clock, secretKeys } = context
  const data = isOfOrganization(request) ? await exportOwnData(context, request.organization_id) : []
  const answer = { service: 'accounts', part: 1, is_last: true, records: data.length } as const
  if (request.kind === 'export') {
    const record = {
      _id: `${request._id}:accounts:1`,
      request_id: request._id,
      ...answer,
      data: seal(JSON.stringify(data), secretKeys),
      at: clock.now(),
    }
    await privacy.putAnswer(record, session)
  }
  return afterAnswer(request, { ...answer, livemode: true, isDone: true }, clock.now())
}

async function closeOrganization(
  session: ClientSession,
  { organizations, clock }: ServiceContext,
  { organization, given, origin }: Pick<PrivacyCall, 'given' | 'origin'> & { organization: Organization },
): Promise<CloudEvent[]> {
  if (given.confirm_name !== organization.name) {
    throw invalidField('/confirm_name', 'must be the name of the organisation', 'name_mismatch')
  }
  const now = clock.now()
  const closed = { ...organization, closed_at: now, version: organization.version + 1 }
  await organizations.set(organization._id, { closed_at: now, version: closed.version }, session)
  return withTestOrganization(closed).map(({ _id: id, version }) =>
    newEvent(organizationClosed, {
      subject: id,
      sequence: version,
      time: now,
      origin: { ...origin, organizationId: id },
      data: { id },
    }),
  )
}

/**
 * Only owners may access all data of an organisation, including another owner's requests.
 *
 * @throws ProblemError `forbidden`
 */
export async function requireOwner(
  { members }: ServiceContext,
  { organization_id, actor }: Caller,
  session?: ClientSession,
): Promise<void> {
  const member = await members.find(organization_id, actor, session)
  if (member?.role === 'owner') return
  throw new ProblemError('forbidden', 'Only an owner can export or erase the organisation.')
}
