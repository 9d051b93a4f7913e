import {
  CATEGORY_DEFAULTS,
  type Category,
  type CategoryCreate,
  type FieldChanges,
  PRODUCT_DEFAULTS,
  type Product,
  type ProductCreate,
} from '@usher/contracts'
import { changesBetween, newId } from '@usher/service-kit'

/** Fields of a setting that clients create, change and archive, as stored. */
export type Stored<Item> = Omit<Item, 'id' | 'archived_at' | 'created_at' | 'updated_at'> & {
  readonly _id: string
  readonly organization_id: string
  readonly version: number
  readonly archived_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

export type CategoryRecord = Stored<Category>
export type ProductRecord = Stored<Product>

/** What differs between categories and products. */
export interface ItemKind<Given, T extends CategoryRecord | ProductRecord, Item> {
  readonly name: 'category' | 'product'
  readonly path: string
  readonly create: (given: Given, organizationId: string, now: Date) => T
  readonly present: (record: T) => Item
}

export const CATEGORY: ItemKind<CategoryCreate, CategoryRecord, Category> = {
  name: 'category',
  path: 'categories',
  create: (given, organizationId, now) => ({
    ...CATEGORY_DEFAULTS,
    ...given,
    _id: newId('category'),
    ...begun(organizationId, now),
  }),
  present: (record) => presented(record),
}

export const PRODUCT: ItemKind<ProductCreate, ProductRecord, Product> = {
  name: 'product',
  path: 'products',
  create: (given, organizationId, now) => ({
    ...PRODUCT_DEFAULTS,
    image_urls: [],
    ...given,
    _id: newId('product'),
    ...begun(organizationId, now),
  }),
  present: (record) => presented(record),
}

export const begun = (organization_id: string, now: Date) => ({
  organization_id,
  version: 1,
  archived_at: null,
  created_at: now,
  updated_at: now,
})

export const changedItem = <T extends CategoryRecord | ProductRecord>(
  current: T,
  given: Partial<T>,
  now: Date,
): T => ({ ...current, ...given, version: current.version + 1, updated_at: now })

/** Leaves out what clients do not see, and formats times. */
export const presented = <T extends Stored<object>>(record: T) => {
  const { _id, organization_id: _, version: __, ...settings } = record
  return {
    id: _id,
    ...settings,
    archived_at: record.archived_at?.toISOString() ?? null,
    created_at: record.created_at.toISOString(),
    updated_at: record.updated_at.toISOString(),
  }
}

/** Audited changes. */
export const itemChanges = <T extends CategoryRecord | ProductRecord>(
  before: T | null,
  after: T | null,
): FieldChanges => changesBetween<object>(factsOf(before), factsOf(after))

function factsOf(record: CategoryRecord | ProductRecord | null) {
  if (!record) return null
  const { id: _, created_at: __, updated_at: ___, ...facts } = presented(record)
  return facts
}
