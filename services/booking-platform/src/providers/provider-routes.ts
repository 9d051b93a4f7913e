import { operations } from '@usher/contracts'
import { entityTag, type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import { archiveOrDelete } from '../archive.ts'
import type { BookingPlatformContext } from '../context.ts'
import {
  changedProvider,
  newProvider,
  type ProviderRecord,
  presentProvider,
  providerChanges,
} from './provider.ts'

/** Serves the providers of an organisation. */
export function providerRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { clock, cursors, idempotency: answers, providers, serviceTypes, ledgers } = ctx

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
    const found = await providers.list(caller.organization_id, filter, page)
    const ids = await serviceTypes.idsOfProviders(
      caller.organization_id,
      found.map(({ _id }) => _id),
    )
    const present = (record: ProviderRecord) => presentProvider(record, ids.get(record._id) ?? [])
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present })
  })

  on(operations.createProvider, async ({ body, caller, idempotency }) => {
    return await answers.once(idempotency, async (session) => {
      const record = newProvider(body, caller, clock.now())
      await providers.insert(record, session)
      await ledgers.create(record, session)
      const location = `/api/providers/${record._id}`
      const audit = { resource: record._id, changes: providerChanges(null, record) }
      const headers = { etag: entityTag(record.version), location }
      return { body: presentProvider(record, []), headers, audit }
    })
  })

  on(operations.getProvider, async ({ params, caller }) =>
    reply(await providers.require(caller.organization_id, params.id)),
  )

  on(operations.updateProvider, async ({ params, body, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const { before, after } = await providers.change(target, (current) =>
      changedProvider(current, body, clock.now()),
    )
    return { ...(await reply(after)), audit: { changes: providerChanges(before, after) } }
  })

  on(operations.deleteProvider, async ({ params, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const isUsed = () => ctx.bookings.existsOf(caller.organization_id, { provider_id: params.id })
    const { before, after } = await archiveOrDelete(providers, target, isUsed, clock.now())
    await serviceTypes.forgetProvider(caller.organization_id, params.id)
    if (!after) await ledgers.delete(caller.organization_id, params.id)
    return { body: null, audit: { changes: providerChanges(before, after) } }
  })
}
