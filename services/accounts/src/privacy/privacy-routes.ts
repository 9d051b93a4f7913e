import { operations, type PrivacyRecords, type PrivacySubject } from '@usher/contracts'
import {
  normalizePhone,
  notFound,
  type OperationRouter,
  ProblemError,
  pageReply,
  placeOf,
  unseal,
} from '@usher/service-kit'
import type { ServiceContext } from '../context.ts'
import {
  isOfOrganization,
  type PrivacyRequest,
  presentPrivacyRequest,
  privacyAuditNote,
} from './privacy-request.ts'
import { requestPrivacy, requireOwner } from './request-privacy.ts'

/** Routes for exporting and erasing data. */
export function privacyRoutes(context: ServiceContext, { on }: OperationRouter): void {
  const { privacy, cursors, idempotency: answers } = context
  const findOwn = async (organizationId: string, id: string) => {
    const request = await privacy.find(organizationId, id)
    if (!request) throw notFound('privacy request')
    return request
  }

  on(operations.createPrivacyRequest, async ({ body, caller, origin, idempotency }) => {
    const given = { ...body, subject: cleanedSubject(body.subject, caller.country) }
    return await answers.once(idempotency, async (session) => {
      const request = await requestPrivacy(session, context, { given, caller, origin })
      return {
        body: presentPrivacyRequest(request),
        headers: { location: `/account/privacy-requests/${request._id}` },
        audit: privacyAuditNote(request),
      }
    })
  })

  on(operations.listPrivacyRequests, async ({ query, caller }) => {
    const list = `privacy-requests ${caller.organization_id}`
    const [beforeId] = placeOf(cursors, list, query) ?? []
    const found = await privacy.list(caller.organization_id, { beforeId, limit: query.limit + 1 })
    const place = ({ _id }: PrivacyRequest) => [_id]
    return pageReply({ cursors, list, query, found, place, present: presentPrivacyRequest })
  })

  on(operations.getPrivacyRequest, async ({ params, caller }) => ({
    body: presentPrivacyRequest(await findOwn(caller.organization_id, params.id)),
  }))

  on(operations.getPrivacyResult, async ({ params, caller }) => {
    const request = await findOwn(caller.organization_id, params.id)
    if (isOfOrganization(request)) await requireOwner(context, caller)
    return { body: await readResult(context, request) }
  })
}

const cleanedSubject = (subject: PrivacySubject, country: string): PrivacySubject =>
  'phone' in subject ? { phone: normalizePhone(subject.phone, country, '/subject/phone') } : subject

async function readResult({ privacy, clock, secretKeys }: ServiceContext, request: PrivacyRequest) {
  const { _id, kind, completed_at, expires_at } = request
  if (kind !== 'export') throw notFound('result: an erasure has none')
  if (!completed_at || !expires_at) {
    throw new ProblemError('invalid_transition', 'The export is still running.')
  }
  if (expires_at <= clock.now()) throw notFound('result any more: it is deleted after 7 days')
  const services: Record<string, PrivacyRecords> = {}
  for (const { service, livemode = true, data } of await privacy.answers(_id)) {
    const records: PrivacyRecords = data ? JSON.parse(unseal(data, secretKeys)) : []
    const name = livemode ? service : `${service}:test`
    services[name] = [...(services[name] ?? []), ...records]
  }
  return { request_id: _id, completed_at: completed_at.toISOString(), services }
}
