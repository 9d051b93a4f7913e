import { operations } from '@usher/contracts'
import { entityTag, type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import { archive } from '../archive.ts'
import type { BookingPlatformContext } from '../context.ts'
import { type CategoryRecord, changedItem, itemChanges, newCategory, presentCategory } from './item.ts'

/** Routes for managing an organisation's categories. */
export function categoryRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { clock, cursors, idempotency: answers, categories } = ctx

  on(operations.listCategories, async ({ query, caller }) => {
    const list = JSON.stringify(['categories', caller.organization_id, query.archived])
    const [afterId] = placeOf(cursors, list, query) ?? []
    const filter = { archived_at: query.archived === 'true' ? { $ne: null } : null }
    const found = await categories.list(caller.organization_id, { afterId, limit: query.limit + 1 }, filter)
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentCategory })
  })

  on(operations.createCategory, async ({ body, caller, idempotency }) => {
    return await answers.once(idempotency, async (session) => {
      const record = newCategory(body, caller.organization_id, clock.now())
      await categories.requireRoom('category', caller, session)
      await categories.insert(record, session)
      const { body: shown, headers } = reply(record)
      const location = `/api/categories/${record._id}`
      const audit = { resource: record._id, changes: itemChanges(null, record) }
      return { body: shown, headers: { ...headers, location }, audit }
    })
  })

  on(operations.getCategory, async ({ params, caller }) =>
    reply(await categories.require(caller.organization_id, params.id)),
  )

  on(operations.updateCategory, async ({ params, body, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const change = (current: CategoryRecord) => changedItem(current, body, clock.now())
    const { before, after } = await categories.change(target, change)
    return { ...reply(after), audit: { changes: itemChanges(before, after) } }
  })

  on(operations.deleteCategory, async ({ params, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const { before, after } = await archive(categories, target, clock.now())
    return { body: null, audit: { changes: itemChanges(before, after) } }
  })
}

const reply = (record: CategoryRecord) => ({
  body: presentCategory(record),
  headers: { etag: entityTag(record.version) },
})
