import { operations, type ServiceTypeUpdate } from '@usher/contracts'
import {
  type Call,
  entityTag,
  inTransaction,
  notFound,
  type OperationRouter,
  pageReply,
  placeOf,
  type Target,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { archiveOrDelete } from '../archive.ts'
import { requireCategory } from '../catalog-items/require-category.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteChangedType } from '../freed/freed.ts'
import {
  changedServiceType,
  newServiceType,
  presentServiceType,
  type ServiceTypeRecord,
  serviceTypeChanges,
  settingsOf,
} from './service-type.ts'

/** Routes for service types. */
export function serviceTypeRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { clock, cursors, idempotency: answers, serviceTypes } = ctx

  on(operations.listServiceTypes, async ({ query, caller }) => {
    const list = JSON.stringify(['service-types', caller.organization_id, query.archived])
    const [afterId] = placeOf(cursors, list, query) ?? []
    const filter = { archived_at: query.archived === 'true' ? { $ne: null } : null }
    const page = { afterId, limit: query.limit + 1 }
    const found = await serviceTypes.list(caller.organization_id, page, filter)
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentServiceType })
  })

  on(operations.createServiceType, async ({ body, caller, idempotency }) => {
    return await answers.once(idempotency, async (session) => {
      await requireCategory(ctx, caller.organization_id, body.category_id)
      await requireProviders(ctx, caller.organization_id, body.provider_ids)
      const record = newServiceType(body, caller.organization_id, clock.now())
      await serviceTypes.requireRoom('serviceType', caller, session)
      await serviceTypes.insert(record, session)
      const { body: shown, headers } = reply(record)
      const location = `/api/service-types/${record._id}`
      const audit = { resource: record._id, changes: serviceTypeChanges(null, record) }
      return { body: shown, headers: { ...headers, location }, audit }
    })
  })

  on(operations.getServiceType, async ({ params, caller }) =>
    reply(await serviceTypes.require(caller.organization_id, params.id)),
  )

  const change = async (
    {
      params,
      caller,
      ifMatch,
    }: Pick<Call<typeof operations.updateServiceType>, 'params' | 'caller' | 'ifMatch'>,
    given: ServiceTypeUpdate,
  ) => {
    await requireCategory(ctx, caller.organization_id, given.category_id)
    await requireProviders(ctx, caller.organization_id, given.provider_ids)
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const { before, after } = await changeServiceType(ctx, target, (current) =>
      changedServiceType(current, given, clock.now()),
    )
    return { ...reply(after), audit: { changes: serviceTypeChanges(before, after) } }
  }
  on(operations.updateServiceType, (call) => change(call, call.body))
  on(operations.replaceServiceType, (call) => change(call, settingsOf(call.body)))

  on(operations.deleteServiceType, async ({ params, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    return await answers.once(undefined, async (session) => {
      const { before, after } = await deleteServiceType(session, ctx, target)
      return { body: null, audit: { changes: serviceTypeChanges(before, after) } }
    })
  })
}

const reply = (record: ServiceTypeRecord) => ({
  body: presentServiceType(record),
  headers: { etag: entityTag(record.version) },
})

/** @throws ProblemError `not_found` for a provider of another organisation */
async function requireProviders(
  { providers }: BookingPlatformContext,
  organizationId: string,
  ids: readonly string[] = [],
): Promise<void> {
  if (ids.length === 0) return
  const found = await providers.findMany(organizationId, ids)
  if (found.filter(({ archived_at }) => !archived_at).length < ids.length) throw notFound('provider')
}

/**
 * Changes a service type. A concurrent booking with a provider that the change removes is decided anew: otherwise a
 * deletion right after it, which looks at the present providers, would miss that booking.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
const changeServiceType = (
  ctx: BookingPlatformContext,
  target: Target,
  change: (current: ServiceTypeRecord) => ServiceTypeRecord,
) =>
  inTransaction(ctx.connection, async (session) => {
    const { serviceTypes, ledgers } = ctx
    const changed = await serviceTypes.change(target, change, session)
    const { before, after } = changed
    const removed = before.provider_ids.filter((id) => !after.provider_ids.includes(id))
    if (removed.length > 0) await ledgers.lock(target.organizationId, { providerIds: removed }, session)
    await noteChangedType(session, ctx, after)
    return changed
  })

/**
 * Deletes a service type that was never booked and is offered to nobody; archives others. A concurrent booking writes the ledger of
 * one of its providers, all of which are written here, so one of the two transactions is retried.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
async function deleteServiceType(session: ClientSession, ctx: BookingPlatformContext, target: Target) {
  const { serviceTypes, ledgers, bookings, standbys, clock } = ctx
  const { organizationId, id } = target
  const isUsed = async () => {
    const { provider_ids } = await serviceTypes.require(organizationId, id, session)
    await ledgers.lock(organizationId, { providerIds: provider_ids, type: id }, session)
    return (
      (await bookings.existsOf(organizationId, { service_type_id: id }, session)) ||
      (await standbys.anyOffered(organizationId, id, session))
    )
  }
  const deleted = await archiveOrDelete(session, { store: serviceTypes, target, isUsed, now: clock.now() })
  await noteChangedType(session, ctx, deleted.before)
  return deleted
}
