import { operations } from '@usher/contracts'
import { entityTag, type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import { archive } from '../archive.ts'
import type { BookingPlatformContext } from '../context.ts'
import { changedItem, itemChanges, newProduct, type ProductRecord, presentProduct } from './item.ts'
import { requireCategory } from './require-category.ts'

/** Routes for managing an organisation's products. */
export function productRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { clock, cursors, idempotency: answers, products } = ctx

  on(operations.listProducts, async ({ query, caller }) => {
    const list = JSON.stringify(['products', caller.organization_id, query.archived])
    const [afterId] = placeOf(cursors, list, query) ?? []
    const filter = { archived_at: query.archived === 'true' ? { $ne: null } : null }
    const found = await products.list(caller.organization_id, { afterId, limit: query.limit + 1 }, filter)
    return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present: presentProduct })
  })

  on(operations.createProduct, async ({ body, caller, idempotency }) => {
    return await answers.once(idempotency, async (session) => {
      await requireCategory(ctx, caller.organization_id, body.category_id)
      const record = newProduct(body, caller.organization_id, clock.now())
      await products.requireRoom('product', caller, session)
      await products.insert(record, session)
      const { body: shown, headers } = reply(record)
      const location = `/api/products/${record._id}`
      const audit = { resource: record._id, changes: itemChanges(null, record) }
      return { body: shown, headers: { ...headers, location }, audit }
    })
  })

  on(operations.getProduct, async ({ params, caller }) =>
    reply(await products.require(caller.organization_id, params.id)),
  )

  on(operations.updateProduct, async ({ params, body, caller, ifMatch }) => {
    await requireCategory(ctx, caller.organization_id, body.category_id)
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const change = (current: ProductRecord) => changedItem(current, body, clock.now())
    const { before, after } = await products.change(target, change)
    return { ...reply(after), audit: { changes: itemChanges(before, after) } }
  })

  on(operations.deleteProduct, async ({ params, caller, ifMatch }) => {
    const target = { organizationId: caller.organization_id, id: params.id, ifMatch }
    const { before, after } = await archive(products, target, clock.now())
    return { body: null, audit: { changes: itemChanges(before, after) } }
  })
}

const reply = (record: ProductRecord) => ({
  body: presentProduct(record),
  headers: { etag: entityTag(record.version) },
})
