import { type Caller, type FieldChanges, operations } from '@usher/contracts'
import {
  changesBetween,
  notFound,
  type OperationRouter,
  ProblemError,
  pageReply,
  placeOf,
} from '@usher/service-kit'
import type { NotificationContext } from '../context.ts'
import { checkedAddress, soughtAddress } from '../recipients/recipient.ts'
import { presentConsent } from './consent.ts'
import { type OptOutRecord, presentOptOut } from './opt-out-store.ts'

/** Routes for opt-outs and the log of consents. */
export function consentRoutes(ctx: NotificationContext, { on }: OperationRouter): void {
  const { clock, cursors, consents, idempotency: answers, optOuts } = ctx

  on(operations.listOptOuts, async ({ query, caller }) => {
    const address = query.address && soughtAddress(query.address, caller.country, '?address')
    const list = JSON.stringify(['opt-outs', caller.organization_id, address])
    const [beforeId] = placeOf(cursors, list, query) ?? []
    const found = await optOuts.list(caller.organization_id, { address, beforeId, limit: query.limit + 1 })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentOptOut })
  })

  on(operations.createOptOut, async ({ body, caller, idempotency }) => {
    const address = checkedAddress(body.to, caller.country)
    return await answers.once(idempotency, async (session) => {
      const { record, isNew } = await optOuts.add(
        {
          organization_id: caller.organization_id,
          address,
          source: 'staff',
          reason: body.reason ?? null,
          created_at: clock.now(),
        },
        session,
      )
      const audit = { resource: record._id, changes: isNew ? optOutChanges(null, record) : {} }
      const location = `/v1/notifications/opt-outs/${record._id}`
      return { body: presentOptOut(record), headers: { location }, audit }
    })
  })

  on(operations.getOptOut, async ({ params, caller }) => ({
    body: presentOptOut(await findOptOut(ctx, caller, params.id)),
  }))

  on(operations.deleteOptOut, async ({ params, caller }) => {
    const record = await findOptOut(ctx, caller, params.id)
    if (record.source !== 'staff') {
      throw new ProblemError(
        'recipient_opted_out',
        'The recipient opted out. Only their reply START undoes it.',
      )
    }
    await optOuts.delete(record)
    return { body: null, audit: { changes: optOutChanges(record, null) } }
  })

  on(operations.listConsents, async ({ query, caller }) => {
    const address = query.address && soughtAddress(query.address, caller.country, '?address')
    const list = JSON.stringify(['consents', caller.organization_id, address])
    const [beforeId] = placeOf(cursors, list, query) ?? []
    const found = await consents.list(caller.organization_id, { address, beforeId, limit: query.limit + 1 })
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentConsent })
  })
}

async function findOptOut({ optOuts }: NotificationContext, { organization_id }: Caller, id: string) {
  const found = await optOuts.findById(organization_id, id)
  if (!found) throw notFound('opt-out')
  return found
}

type AuditedOptOut = Pick<OptOutRecord, 'address' | 'channel' | 'source' | 'reason'>

const auditedOptOut = (record: OptOutRecord | null): AuditedOptOut | null =>
  record && {
    address: record.address,
    channel: record.channel,
    source: record.source,
    reason: record.reason,
  }

/** What the audit trail records of a change. */
const optOutChanges = (before: OptOutRecord | null, after: OptOutRecord | null): FieldChanges =>
  changesBetween<AuditedOptOut>(auditedOptOut(before), auditedOptOut(after), ['address', 'reason'])
