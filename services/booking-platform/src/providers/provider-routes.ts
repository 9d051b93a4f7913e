import { type CloudEvent, operations, providerDeleted, providerUpdated } from '@usher/contracts'
import {
  appendToOutbox,
  entityTag,
  inTransaction,
  newEvent,
  type OperationRouter,
  type Origin,
  pageReply,
  placeOf,
  type Target,
} from '@usher/service-kit'
import type { ClientSession } from 'mongoose'
import { archiveOrDelete } from '../archive.ts'
import type { BookingPlatformContext } from '../context.ts'
import { noteFreedProvider } from '../freed/freed.ts'
import {
  changedProvider,
  newProvider,
  type ProviderRecord,
  presentProvider,
  providerChanges,
} from './provider.ts'

/** Routes for providers. */
export function providerRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { clock, cursors, idempotency: answers, outbox, providers, serviceTypes, ledgers } = ctx

  const reply = async (record: ProviderRecord) => {
    const ids = await serviceTypes.idsOfProviders(record.organization_id, [record._id])
    return {
      body: presentProvider(record, ids.get(record._id) ?? []),
      headers: { etag: entityTag(record.version) },
    }
  }

  on(operations.listProviders, async ({ query, caller }) => {
    const list = JSON.stringify(['providers', caller.organization_id, query.archived])
    const [afterId] = placeOf(cursors, list, query) ?? []
    const filter = { archived_at: query.archived === 'true' ? { $ne: null } : null }
    const page = { afterId, limit: query.limit + 1 }
    const found = await providers.list(caller.organization_id, page, filter)
    const ids = await serviceTypes.idsOfProviders(
      caller.organization_id,
      found.map(({ _id }) => _id),
    )
    const present = (record: ProviderRecord) => presentProvider(record, ids.get(record._id) ?? [])
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present })
  })

  on(operations.createProvider, async ({ body, caller, idempotency, origin }) => {
    return await answers.once(idempotency, async (session) => {
      const record = newProvider(body, caller, clock.now())
      await providers.requireRoom('provider', caller, session)
      await providers.insert(record, session)
      await ledgers.create(record, session)
      await appendToOutbox(outbox, [updatedEvent(record, origin)], session)
      const location = `/api/providers/${record._id}`
      const audit = { resource: record._id, changes: providerChanges(null, record) }
      const headers = { etag: entityTag(record.version), location }
      return { body: presentProvider(record, []), headers, audit }
    })
  })

  on(operations.getProvider, async ({ params, caller }) =>
    reply(await providers.require(caller.organization_id, params.id)),
  )

  on(operations.updateProvider, async ({ params, body, caller, ifMatch, origin }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const change = (current: ProviderRecord) => changedProvider(current, body, clock.now())
    const { before, after } = await inTransaction(ctx.connection, async (session) => {
      const changed = await providers.change(target, change, session)
      await appendToOutbox(outbox, [updatedEvent(changed.after, origin)], session)
      await noteFreedProvider(session, ctx, changed.after)
      return changed
    })
    return { ...(await reply(after)), audit: { changes: providerChanges(before, after) } }
  })

  on(operations.deleteProvider, async ({ params, caller, ifMatch, origin }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const { before, after } = await inTransaction(ctx.connection, async (session) => {
      const done = await deleteProvider(session, ctx, target)
      const event = done.after
        ? updatedEvent(done.after, origin)
        : deletedEvent(done.before, origin, clock.now())
      if (done.after !== done.before) await appendToOutbox(outbox, [event], session)
      return done
    })
    return { body: null, audit: { changes: providerChanges(before, after) } }
  })
}

/**
 * Deletes a provider without any booking or hold; archives others. A concurrent booking writes the ledger
 * that is deleted or locked here, so one of the two transactions is retried.
 *
 * @throws ProblemError `not_found`, `precondition_failed`
 */
async function deleteProvider(session: ClientSession, ctx: BookingPlatformContext, target: Target) {
  const { providers, serviceTypes, ledgers, bookings, clock } = ctx
  const { organizationId, id } = target
  const now = clock.now()
  const isUsed = async () =>
    (await ledgers.isUsed(organizationId, id, now, session)) ||
    (await bookings.existsOf(organizationId, { provider_id: id }, session))
  const deleted = await archiveOrDelete(session, { store: providers, target, isUsed, now })
  await serviceTypes.forgetProvider(organizationId, id, session)
  if (deleted.after) await ledgers.lock(organizationId, { providerIds: [id] }, session)
  else await ledgers.delete(organizationId, id, session)
  await noteFreedProvider(session, ctx, deleted.before)
  return deleted
}

/** The event with the current state of a provider. */
const updatedEvent = ({ _id, ...record }: ProviderRecord, origin: Origin): CloudEvent =>
  newEvent(providerUpdated, {
    subject: _id,
    sequence: record.version,
    time: record.updated_at,
    origin,
    data: {
      id: _id,
      name: record.name,
      time_zone: record.time_zone,
      archived: record.archived_at !== null,
    },
  })

/** The last event of a provider. */
const deletedEvent = ({ _id, version }: ProviderRecord, origin: Origin, now: Date): CloudEvent =>
  newEvent(providerDeleted, {
    subject: _id,
    sequence: version + 1,
    time: now,
    origin,
    data: { id: _id },
  })
