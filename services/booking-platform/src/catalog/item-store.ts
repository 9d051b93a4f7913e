import { type Connection, type Model, Schema } from 'mongoose'
import { VersionedStore } from '../versioned-store.ts'
import type { CategoryRecord, ProductRecord } from './item.ts'

interface ShownPage {
  /** Position and id of the last item of the page before. */
  readonly after: readonly string[] | undefined
  readonly limit: number
}

interface ShownFilter {
  readonly q?: string | undefined
  readonly categoryIds?: readonly (string | null)[] | undefined
}

/** Categories or products of organisations, which the catalogue shows in the order of their positions. */
export class ItemStore<T extends CategoryRecord | ProductRecord> extends VersionedStore<T> {
  /** Those that the catalogue shows, by name in any language. */
  async shown(organizationId: string, { q, categoryIds }: ShownFilter, { after, limit }: ShownPage) {
    const [position = '', id = ''] = after ?? []
    const at = Number(position)
    const behind = { $or: [{ position: { $gt: at } }, { position: at, _id: { $gt: id } }] }
    const filter = {
      organization_id: organizationId,
      archived_at: null,
      active: true,
      ...(q !== undefined && { name: { $regex: escapePattern(q), $options: 'i' } }),
      ...(categoryIds && { category_id: { $in: [...categoryIds] } }),
      ...(after && behind),
    }
    const found = this.collection.find(filter).sort({ position: 1, _id: 1 }).limit(limit)
    return (await found.toArray()) as unknown as T[]
  }
}

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

const schemaOf = <T>(collection: string) =>
  new Schema<T>({ _id: String, organization_id: String, position: Number, category_id: String } as never, {
    collection,
    versionKey: false,
    strict: false,
  })
    .index({ organization_id: 1, _id: 1 })
    .index({ organization_id: 1, archived_at: 1, active: 1, position: 1, _id: 1 })

export const createCategoryStore = (connection: Connection): ItemStore<CategoryRecord> =>
  new ItemStore(
    connection.model('Category', schemaOf<CategoryRecord>('categories')) as unknown as Model<CategoryRecord>,
    'category',
  )

export const createProductStore = (connection: Connection): ItemStore<ProductRecord> =>
  new ItemStore(
    connection.model('Product', schemaOf<ProductRecord>('products')) as unknown as Model<ProductRecord>,
    'product',
  )
