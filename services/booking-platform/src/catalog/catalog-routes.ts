import {
  CATALOG_MAX_OFFERS,
  type CatalogCategory,
  type CatalogProduct,
  type CatalogServiceType,
  operations,
} from '@usher/contracts'
import { notFound, type OperationRouter, pageReply, placeOf, type Reply } from '@usher/service-kit'
import { tagOf } from '../availability/tag.ts'
import type { CategoryRecord, ProductRecord } from '../catalog-items/item.ts'
import { type ClosedCategories, IS_SHOWN, named } from '../catalog-items/item-store.ts'
import type { OfCategory } from '../catalog-items/offered-store.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'

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

interface Asked {
  readonly organizationId: string
  readonly q: string | undefined
  readonly locale: Locale | undefined
  readonly limit: number
  readonly closed: ClosedCategories
  /** Whether to include uncategorised items: only on the first page. */
  readonly isFirst: boolean
}

/** Categories offering something whose name matches; service types have no translations. */
async function categoriesOffering(
  { products, serviceTypes }: Pick<BookingPlatformContext, 'products' | 'serviceTypes'>,
  organizationId: string,
  q: string,
): Promise<string[]> {
  const filter = { organization_id: organizationId, ...IS_SHOWN, ...named(q) }
  return (await Promise.all([products.categoriesOf(filter), serviceTypes.categoriesOf(filter)])).flat()
}

/**
 * What each category on a page offers; null stands for uncategorised. In a search, a category whose own name
 * matches shows all its items, others only matching ones. Each shows an equal share of the page.
 *
 * @param ids the categories on the page
 */
async function offersOf(ctx: BookingPlatformContext, ids: readonly string[], asked: Asked) {
  const { organizationId, q, locale, closed, isFirst, limit } = asked
  const whole = q === undefined ? ids : await ctx.categories.matching(organizationId, ids, named(q))
  const without = isFirst ? [null, ...closed.gone] : []
  const match = {
    organization_id: organizationId,
    ...IS_SHOWN,
    $or: [{ category_id: { $in: whole } }, { category_id: { $in: [...ids, ...without] }, ...named(q) }],
  }
  const max = Math.floor(CATALOG_MAX_OFFERS / limit)
  const [products, types] = await Promise.all([
    ctx.products.firstOfEach(match, { gone: closed.gone, max: max + 1 }),
    ctx.serviceTypes.firstOfEach(match, { gone: closed.gone, max: max + 1 }),
  ])
  const of = <T>(all: readonly OfCategory<T>[], id: string | null) =>
    all.find((top) => top.of === id)?.records ?? []
  return (id: string | null) => ({
    products: of(products, id)
      .slice(0, max)
      .map((record) => ({ ...productIn(record, locale), category_id: id })),
    more_products: of(products, id).length > max,
    service_types: of(types, id)
      .slice(0, max)
      .map((record) => ({ ...offeredServiceType(record), category_id: id })),
    more_service_types: of(types, id).length > max,
  })
}

type Locale = keyof CategoryRecord['translations']

/** An item's texts in a language, as far as they are translated. */
const wordsIn = (
  { name, description, translations }: CategoryRecord | ProductRecord,
  locale: Locale | undefined,
) => ({ name, description, ...(locale && translations[locale]) })

const categoryIn = (record: CategoryRecord, locale: Locale | undefined): CatalogCategory => ({
  id: record._id,
  ...wordsIn(record, locale),
  position: record.position,
  image_url: record.image_url,
  updated_at: record.updated_at.toISOString(),
})

const productIn = (record: ProductRecord, locale: Locale | undefined): CatalogProduct => ({
  id: record._id,
  ...wordsIn(record, locale),
  position: record.position,
  category_id: record.category_id,
  sku: record.sku,
  price: record.price,
  image_urls: record.image_urls,
  updated_at: record.updated_at.toISOString(),
})

const offeredServiceType = (record: ServiceTypeRecord): CatalogServiceType => ({
  id: record._id,
  name: record.name,
  description: record.description,
  duration_minutes: record.duration_minutes,
  duration_options: record.duration_options,
  price: record.price,
  category_id: record.category_id,
  capacity: record.capacity,
})
