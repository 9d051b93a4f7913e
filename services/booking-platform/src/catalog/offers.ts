import { CATALOG_MAX_OFFERS } from '@usher/contracts'
import { type ClosedCategories, IS_SHOWN, named } from '../catalog-items/item-store.ts'
import type { OfCategory } from '../catalog-items/offered-store.ts'
import type { BookingPlatformContext } from '../context.ts'
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

/** Categories offering something whose name matches; service types have no translations. */
export async function categoriesOffering(
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
export async function offersOf(ctx: BookingPlatformContext, ids: readonly string[], asked: Asked) {
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
