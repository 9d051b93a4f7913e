import { type CloudEvent, type DataOf, isLive, liveOrganizationId, privacyCompleted } from '@usher/contracts'
import { inTransaction, PermanentError, recordInInbox, seal } from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import type { ServiceContext } from '../context.ts'
import { eraseOwnData } from './own-data.ts'
import { afterAnswer, isOfOrganization, isOwnPartNext, isPartOf, progressOf } from './privacy-request.ts'

/** Collects the services' answers to privacy requests; the last one completes a request. */
export function createAnswerHandler(context: ServiceContext) {
  return async (events: readonly CloudEvent[]): Promise<void> => {
    // One by one: an answer can be large, and each is complete in itself.
    for (const event of events) {
      const parsed = privacyCompleted.data.safeParse(event.data)
      if (!parsed.success) throw new PermanentError('not an answer to a privacy request')
      await inTransaction(context.connection, async (session) => {
        const fresh = await recordInInbox(context.inbox, [event.id], session)
        if (fresh.has(event.id)) await takeAnswer(session, context, event.organizationid, parsed.data)
      })
    }
  }
}

async function takeAnswer(
  session: ClientSession,
  context: ServiceContext,
  organizationId: string,
  answer: DataOf<typeof privacyCompleted>,
): Promise<void> {
  const { privacy, clock, secretKeys } = context
  const { id, service, part, is_last, records } = answer
  const livemode = isLive(organizationId)
  const request = await privacy.find(liveOrganizationId(organizationId), id, session)
  const isAwaited = request?.parts.some((known) => isPartOf(known, { service, livemode }) && !known.at)
  if (!request || !isAwaited) return
  const now = clock.now()
  const data = answer.data && seal(JSON.stringify(answer.data), secretKeys)
  const record = { request_id: id, service, livemode, part, is_last, records, data, at: now }
  await privacy.putAnswer({ _id: `${id}:${service}:${livemode ? '' : 'test:'}${part}`, ...record }, session)
  const progress = progressOf(
    { service, livemode },
    await privacy.answersOf(id, { service, livemode }, session),
  )
  const answered = afterAnswer(request, progress, now)
  if (!(isOfOrganization(request) && request.kind === 'erasure' && isOwnPartNext(answered))) {
    await privacy.replace(answered, session)
    // Other requests about the same person, exports above all, still name them.
    if (answered.completed_at && request.kind === 'erasure') {
      await privacy.replaceSubject(request.organization_id, request.subject, answered.subject, session)
    }
    return
  }
  const erased = await eraseOwnData(context, request.organization_id, session)
  const last = { service: 'accounts', livemode: true, records: erased, isDone: true } as const
  await privacy.replace(afterAnswer(answered, last, now), session)
}
