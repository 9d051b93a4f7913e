import { operations } from '@usher/contracts'
import { notFound, type OperationRouter, pageReply, placeOf, type Reply } from '@usher/service-kit'
import { tagOf } from '../availability/tag.ts'
import type { BookingPlatformContext } from '../context.ts'
import { categoryIn, type Locale, offeredServiceType, productIn } from './catalog-view.ts'

/** Seconds for which an answer may be taken from a cache of the client. */
const FRESH_SECONDS = 60

/** Most products and service types that are shown with one page of categories. */
const MOST_OFFERS = 1_000

/** Serves the catalogue as customers see it. */
export function catalogRoutes(ctx: BookingPlatformContext, { on }: OperationRouter): void {
  const { cursors, categories, products } = ctx
  const placeOfItem = ({ position, _id }: { position: number; _id: string }) => [String(position), _id]

  on(operations.listCatalogCategories, async ({ params, query, caller }) => {
    requireOwn(params.orgId, caller)
    const list = JSON.stringify(['catalog categories', params.orgId, query.q])
    const page = { after: placeOf(cursors, list, query), limit: query.limit + 1 }
    const found = await categories.shown(params.orgId, query, page)
    const present = (record: (typeof found)[number]) => categoryIn(record, query.locale)
    return cacheable(pageReply({ cursors, list, query, found, place: placeOfItem, present }))
  })

  on(operations.listCatalogProducts, async ({ params, query, caller }) => {
    requireOwn(params.orgId, caller)
    const list = JSON.stringify(['catalog products', params.orgId, query.q, query.category_id])
    const page = { after: placeOf(cursors, list, query), limit: query.limit + 1 }
    const filter = { q: query.q, ...(query.category_id && { categoryIds: [query.category_id] }) }
    const found = await products.shown(params.orgId, filter, page)
    const present = (record: (typeof found)[number]) => productIn(record, query.locale)
    return cacheable(pageReply({ cursors, list, query, found, place: placeOfItem, present }))
  })

  on(operations.getCatalog, async ({ params, query, caller }) => {
    requireOwn(params.orgId, caller)
    const list = JSON.stringify(['catalog', params.orgId, query.q])
    const page = { after: placeOf(cursors, list, query), limit: query.limit + 1 }
    const found = await categories.shown(params.orgId, query, page)
    const isFirst = query.cursor === undefined
    const ids = found.slice(0, query.limit).map(({ _id }) => _id)
    const offers = await offersOf(ctx, params.orgId, isFirst ? [...ids, null] : ids, query.locale)
    const present = (record: (typeof found)[number]) => ({
      ...categoryIn(record, query.locale),
      ...offers(record._id),
    })
    const { body, headers } = pageReply({ cursors, list, query, found, place: placeOfItem, present })
    const uncategorized = isFirst ? offers(null) : null
    return cacheable({ body: { ...body, uncategorized }, ...(headers && { headers }) })
  })
}

/** The catalogue of another organisation is not there. @throws ProblemError `not_found` */
function requireOwn(organizationId: string, caller: { organization_id: string }): void {
  if (organizationId !== caller.organization_id) throw notFound('organisation')
}

/** What some categories offer; null stands for none. */
async function offersOf(
  { products, serviceTypes }: BookingPlatformContext,
  organizationId: string,
  categoryIds: readonly (string | null)[],
  locale: Locale | undefined,
) {
  const page = { after: undefined, limit: MOST_OFFERS }
  const shownProducts = await products.shown(organizationId, { categoryIds }, page)
  const filter = { category_id: { $in: [...categoryIds] }, active: true, archived_at: null }
  const types = await serviceTypes.list(organizationId, filter, { afterId: undefined, limit: MOST_OFFERS })
  return (categoryId: string | null) => ({
    products: shownProducts
      .filter(({ category_id }) => category_id === categoryId)
      .map((record) => productIn(record, locale)),
    service_types: types.filter(({ category_id }) => category_id === categoryId).map(offeredServiceType),
  })
}

/** Of one organisation, so that only its own clients may keep it. */
function cacheable<Body>(reply: Reply<Body>): Reply<Body> {
  const headers = {
    ...reply.headers,
    etag: tagOf(reply.body),
    'cache-control': `private, max-age=${FRESH_SECONDS}`,
  }
  return { ...reply, headers }
}
