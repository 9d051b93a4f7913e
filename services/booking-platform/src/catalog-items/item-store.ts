import { localeSchema } from '@usher/contracts'
import { collectionOf, collectionSchema } from '@usher/service-kit'
import type { Connection, mongo } from 'mongoose'
import type { CategoryRecord, ProductRecord } from './item.ts'
import { type Match, OfferedStore } from './offered-store.ts'

interface ShownPage {
  /** Position and id of the last item on the previous page. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

/** Categories that the catalogue does not show. */
export interface ClosedCategories {
  /** Inactive: their items are not shown either. */
  readonly hidden: readonly string[]
  /** Archived: their items count as uncategorised. */
  readonly gone: readonly string[]
}

/** Categories or products by organisation, listed in the catalogue by position. */
export class ItemStore<T extends CategoryRecord | ProductRecord> extends OfferedStore<T> {
  /** The matching items that the catalogue shows. */
  async shown(organizationId: string, match: Match, { after, limit }: ShownPage) {
    const [position = '', id = ''] = after ?? []
    const at = Number(position)
    const behind = { $or: [{ position: { $gt: at } }, { position: at, _id: { $gt: id } }] }
    const filter = { organization_id: organizationId, ...IS_SHOWN, $and: [match, after ? behind : {}] }
    const found = this.collection
      .find(filter as mongo.Filter<T>)
      .sort({ position: 1, _id: 1 })
      .limit(limit)
    return (await found.toArray()) as unknown as T[]
  }

  /** Which of these items match. */
  async matching(organizationId: string, ids: readonly string[], match: Match): Promise<string[]> {
    const filter = { organization_id: organizationId, _id: { $in: [...ids] }, ...match }
    return (await this.collection.distinct('_id', filter as mongo.Filter<T>)) as string[]
  }

  /** The categories that are not shown. */
  async closed(organizationId: string): Promise<ClosedCategories> {
    const filter = { organization_id: organizationId, active: false } as mongo.Filter<T>
    const found = await this.collection.find(filter, { projection: { archived_at: 1 } }).toArray()
    const byKind = Map.groupBy(
      found as unknown as CategoryRecord[],
      ({ archived_at }) => archived_at !== null,
    )
    const idsOf = (isGone: boolean) => (byKind.get(isGone) ?? []).map(({ _id }) => _id)
    return { hidden: idsOf(false), gone: idsOf(true) }
  }
}

/** Matches what the catalogue shows, including service types. */
export const IS_SHOWN = { active: true, archived_at: null } as const

/** Matches part of a name in any language. */
export function named(q: string | undefined): Match {
  if (q === undefined) return {}
  const pattern = { $regex: q.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), $options: 'i' }
  const translated = localeSchema.options.map((locale) => ({ [`translations.${locale}.name`]: pattern }))
  return { $or: [{ name: pattern }, ...translated] }
}

const schemaOf = <T extends object>(collection: string) =>
  collectionSchema<T>(collection)
    .index({ organization_id: 1, _id: 1 })
    .index({ organization_id: 1, archived_at: 1, active: 1, position: 1, _id: 1 })

export const createCategoryStore = (connection: Connection): ItemStore<CategoryRecord> =>
  new ItemStore(collectionOf(connection, schemaOf<CategoryRecord>('categories')), 'category')

export const createProductStore = (connection: Connection): ItemStore<ProductRecord> =>
  new ItemStore(collectionOf(connection, schemaOf<ProductRecord>('products')), 'product')
