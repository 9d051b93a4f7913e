import { operations } from '@usher/contracts'
import { type Call, entityTag, type OperationRouter, pageReply, placeOf } from '@usher/service-kit'
import { archive } from '../archive.ts'
import type { BookingPlatformContext } from '../context.ts'
import {
  CATEGORY,
  type CategoryRecord,
  changedItem,
  type ItemKind,
  itemChanges,
  PRODUCT,
  type ProductRecord,
} from './item.ts'
import type { ItemStore } from './item-store.ts'
import { requireCategory } from './require-category.ts'

/** Routes for managing an organisation's categories and products. */
export function itemRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const category = itemHandlers(ctx, ctx.categories, CATEGORY)
  on(operations.listCategories, category.list)
  on(operations.createCategory, category.create)
  on(operations.getCategory, category.get)
  on(operations.updateCategory, category.update)
  on(operations.deleteCategory, category.delete)
  const product = itemHandlers(ctx, ctx.products, PRODUCT)
  on(operations.listProducts, product.list)
  on(operations.createProduct, product.create)
  on(operations.getProduct, product.get)
  on(operations.updateProduct, product.update)
  on(operations.deleteProduct, product.delete)
}

type ListCall = Pick<Call<typeof operations.listProducts>, 'query' | 'caller'>
type ItemCall = Omit<Call<typeof operations.getProduct>, 'query' | 'body'>

/** Products can be in a category, categories cannot. */
interface InCategory {
  readonly category_id?: string | null | undefined
}

function itemHandlers<Given extends object, T extends CategoryRecord | ProductRecord, Item>(
  ctx: BookingPlatformContext,
  store: ItemStore<T>,
  { name, path, create, present }: ItemKind<Given, T, Item>,
) {
  const { clock, cursors, idempotency: answers } = ctx
  const reply = (record: T) => ({ body: present(record), headers: { etag: entityTag(record.version) } })
  const targetOf = ({ params, caller, ifMatch }: ItemCall) => ({
    organizationId: caller.organization_id,
    id: params.id,
    ifMatch,
  })
  return {
    async list({ query, caller }: ListCall) {
      const list = JSON.stringify([path, caller.organization_id, query.archived])
      const [afterId] = placeOf(cursors, list, query) ?? []
      const filter = { archived_at: query.archived === 'true' ? { $ne: null } : null }
      const found = await store.list(caller.organization_id, { afterId, limit: query.limit + 1 }, filter)
      return pageReply({ cursors, list, query, found, place: ({ _id }) => [_id], present })
    },
    create: ({ body, caller, idempotency }: Omit<ItemCall, 'params'> & { body: Given & InCategory }) =>
      answers.once(idempotency, async (session) => {
        await requireCategory(ctx, caller.organization_id, body.category_id)
        const record = create(body, caller.organization_id, clock.now())
        await store.requireRoom(name, caller, session)
        await store.insert(record, session)
        const location = `/api/${path}/${record._id}`
        const audit = { resource: record._id, changes: itemChanges(null, record) }
        return { body: present(record), headers: { etag: entityTag(record.version), location }, audit }
      }),
    get: async ({ params, caller }: ItemCall) =>
      reply(await store.require(caller.organization_id, params.id)),
    async update(call: ItemCall & { body: Partial<T> & InCategory }) {
      await requireCategory(ctx, call.caller.organization_id, call.body.category_id)
      const change = (current: T) => changedItem(current, call.body, clock.now())
      const { before, after } = await store.change(targetOf(call), change)
      return { ...reply(after), audit: { changes: itemChanges(before, after) } }
    },
    async delete(call: ItemCall) {
      const { before, after } = await archive(store, targetOf(call), clock.now())
      return { body: null, audit: { changes: itemChanges(before, after) } }
    },
  }
}
