import { operations } from '@usher/contracts'
import { notFound, type OperationRouter, pageReply, placeOf, type Reply } from '@usher/service-kit'
import { tagOf } from '../availability/tag.ts'
import { type ClosedCategories, named } from '../catalog-items/item-store.ts'
import type { BookingPlatformContext } from '../context.ts'
import { categoryIn, productIn } from './catalog-view.ts'
import { categoriesOffering, offersOf } from './offers.ts'

/** How long clients may cache a response, in seconds. */
const FRESH_SECONDS = 60

/** Routes for the public catalogue. */
export function catalogRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { cursors, categories, products } = ctx
  const placeOfItem = ({ position, _id }: { position: number; _id: string }) => [String(position), _id]

  on(operations.listCatalogCategories, async ({ params, query, caller }) => {
    requireOwn(params.orgId, caller)
    const list = JSON.stringify(['catalog categories', params.orgId, query.q])
    const page = { after: placeOf(cursors, list, query), limit: query.limit + 1 }
    const found = await categories.shown(params.orgId, named(query.q), page)
    const present = (record: (typeof found)[number]) => categoryIn(record, query.locale)
    return cacheable(pageReply({ cursors, list, query, found, place: placeOfItem, present }))
  })

  on(operations.listCatalogProducts, async ({ params, query, caller }) => {
    requireOwn(params.orgId, caller)
    const list = JSON.stringify(['catalog products', params.orgId, query.q, query.category_id])
    const page = { after: placeOf(cursors, list, query), limit: query.limit + 1 }
    const closed = await categories.closed(params.orgId)
    const match = { ...named(query.q), category_id: categoryAsked(query.category_id, closed) }
    const found = await products.shown(params.orgId, match, page)
    const present = (record: (typeof found)[number]) => {
      const shown = productIn(record, query.locale)
      return closed.gone.includes(shown.category_id ?? '') ? { ...shown, category_id: null } : shown
    }
    return cacheable(pageReply({ cursors, list, query, found, place: placeOfItem, present }))
  })

  on(operations.getCatalog, async ({ params, query, caller }) => {
    requireOwn(params.orgId, caller)
    const list = JSON.stringify(['catalog', params.orgId, query.q])
    const page = { after: placeOf(cursors, list, query), limit: query.limit + 1 }
    const { q, locale, limit } = query
    const offering = q === undefined ? [] : await categoriesOffering(ctx, params.orgId, q)
    const match = q === undefined ? {} : { $or: [named(q), { _id: { $in: offering } }] }
    const found = await categories.shown(params.orgId, match, page)
    const isFirst = query.cursor === undefined
    const ids = found.slice(0, limit).map(({ _id }) => _id)
    const closed = await categories.closed(params.orgId)
    const asked = { organizationId: params.orgId, q, locale, limit, closed, isFirst }
    const offers = await offersOf(ctx, ids, asked)
    const present = (record: (typeof found)[number]) => ({
      ...categoryIn(record, query.locale),
      ...offers(record._id),
    })
    const { body, headers } = pageReply({ cursors, list, query, found, place: placeOfItem, present })
    const uncategorized = isFirst ? offers(null) : null
    return cacheable({ body: { ...body, uncategorized }, ...(headers && { headers }) })
  })
}

/** Hides the catalogues of other organisations. @throws ProblemError `not_found` */
function requireOwn(organizationId: string, caller: { organization_id: string }): void {
  if (organizationId !== caller.organization_id) throw notFound('organisation')
}

/** The category filter of a request. */
function categoryAsked(asked: string | undefined, { hidden, gone }: ClosedCategories) {
  if (asked === undefined) return { $nin: hidden }
  if (asked === 'none') return { $in: [null, ...gone] }
  return { $in: [...hidden, ...gone].includes(asked) ? [] : [asked] }
}

/** Private: the response belongs to one organisation. */
function cacheable<Body>(reply: Reply<Body>): Reply<Body> {
  const headers = {
    ...reply.headers,
    etag: tagOf(reply.body),
    'cache-control': `private, max-age=${FRESH_SECONDS}`,
  }
  return { ...reply, headers }
}
