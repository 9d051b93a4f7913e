import { CATALOG_MOST_OFFERS } from '@usher/contracts'
import type { mongo } from 'mongoose'
import type { ProductRecord } from '../catalog-items/item.ts'
import { type ClosedCategories, IS_SHOWN, named } from '../catalog-items/item-store.ts'
import type { BookingPlatformContext } from '../context.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'
import type { Versioned } from '../versioned-store.ts'
import { type Locale, offeredServiceType, productIn } from './catalog-view.ts'

interface Asked {
  readonly organizationId: string
  readonly q: string | undefined
  readonly locale: Locale | undefined
  readonly limit: number
  readonly closed: ClosedCategories
  /** Whether to include uncategorised items: only on the first page. */
  readonly isFirst: boolean
}

interface Top<T> {
  readonly of: string | null
  readonly records: readonly T[]
}

/** Categories offering something whose name matches; service types have no translations. */
export async function categoriesOffering(
  { products, serviceTypes }: Pick<BookingPlatformContext, 'products' | 'serviceTypes'>,
  organizationId: string,
  q: string,
): Promise<string[]> {
  const filter = { organization_id: organizationId, ...IS_SHOWN, ...named(q) }
  const found = await Promise.all(
    [products, serviceTypes].map((store) => store.collection.distinct('category_id', filter)),
  )
  return found.flat().filter((id) => typeof id === 'string')
}

/**
 * What each category on a page offers; null stands for uncategorised. In a search, a category whose own name
 * matches shows all its items, others only matching ones. Each shows an equal share of the page.
 *
 * @param ids the categories on the page
 */
export async function offersOf(ctx: BookingPlatformContext, ids: readonly string[], asked: Asked) {
  const { organizationId, q, locale, closed, isFirst, limit } = asked
  const found = q === undefined ? [] : await ctx.categories.collection.distinct('_id', namedOf(asked, ids))
  const whole = q === undefined ? ids : (found as string[])
  const without = isFirst ? [null, ...closed.gone] : []
  const match = {
    organization_id: organizationId,
    ...IS_SHOWN,
    $or: [{ category_id: { $in: whole } }, { category_id: { $in: [...ids, ...without] }, ...named(q) }],
  }
  const most = Math.floor(CATALOG_MOST_OFFERS / limit)
  const [products, types] = await Promise.all([
    firstOfEach<ProductRecord>(ctx.products.collection, match, { gone: closed.gone, most: most + 1 }),
    firstOfEach<ServiceTypeRecord>(ctx.serviceTypes.collection, match, { gone: closed.gone, most: most + 1 }),
  ])
  const of = <T>(all: readonly Top<T>[], id: string | null) => all.find((top) => top.of === id)?.records ?? []
  return (id: string | null) => ({
    products: of(products, id)
      .slice(0, most)
      .map((record) => ({ ...productIn(record, locale), category_id: id })),
    more_products: of(products, id).length > most,
    service_types: of(types, id)
      .slice(0, most)
      .map((record) => ({ ...offeredServiceType(record), category_id: id })),
    more_service_types: of(types, id).length > most,
  })
}

const namedOf = ({ organizationId, q }: Asked, ids: readonly string[]) => ({
  organization_id: organizationId,
  _id: { $in: [...ids] },
  ...named(q),
})

/** The first matching items of each category, in catalogue order. */
async function firstOfEach<T>(
  collection: mongo.Collection<Versioned>,
  match: mongo.Document,
  { gone, most }: { gone: readonly string[]; most: number },
): Promise<Top<T>[]> {
  const of = { $cond: [{ $in: ['$category_id', [...gone]] }, null, '$category_id'] }
  const records = { $topN: { n: most, sortBy: { position: 1, _id: 1 }, output: '$$ROOT' } }
  const found = collection.aggregate([
    { $match: match },
    { $group: { _id: of, records } },
    { $project: { _id: 0, of: '$_id', records: 1 } },
  ])
  return (await found.toArray()) as Top<T>[]
}
