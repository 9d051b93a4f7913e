import { type Versioned, VersionedStore } from '@usher/service-kit'
import type { mongo } from 'mongoose'

/** A MongoDB filter. */
export type Match = Readonly<Record<string, unknown>>

/** The items of a category. */
export interface OfCategory<T> {
  /** null: uncategorised */
  readonly of: string | null
  readonly records: readonly T[]
}

interface First {
  /** Archived categories: their items count as uncategorised. */
  readonly gone: readonly string[]
  /** Items of each category at most. */
  readonly max: number
}

/** What the catalogue shows by category: products and service types. */
export class OfferedStore<T extends Versioned> extends VersionedStore<T> {
  /** The categories of matching items. */
  async categoriesOf(match: Match): Promise<string[]> {
    const found = await this.collection.distinct('category_id', match as mongo.Filter<T>)
    return found.filter((id) => typeof id === 'string')
  }

  /** The first matching items of each category, in catalogue order. */
  async firstOfEach(match: Match, { gone, max }: First): Promise<OfCategory<T>[]> {
    const of = { $cond: [{ $in: ['$category_id', [...gone]] }, null, '$category_id'] }
    const records = { $topN: { n: max, sortBy: { position: 1, _id: 1 }, output: '$$ROOT' } }
    const found = this.collection.aggregate<OfCategory<T>>([
      { $match: match },
      { $group: { _id: of, records } },
      { $project: { _id: 0, of: '$_id', records: 1 } },
    ])
    return await found.toArray()
  }
}
