import type { CatalogCategory, CatalogProduct, CatalogServiceType } from '@usher/contracts'
import type { CategoryRecord, ProductRecord } from '../catalog-items/item.ts'
import type { ServiceTypeRecord } from '../service-types/service-type.ts'

export type Locale = keyof CategoryRecord['translations']

/** An item's texts in a language, as far as they are translated. */
const wordsIn = (
  { name, description, translations }: CategoryRecord | ProductRecord,
  locale: Locale | undefined,
) => ({ name, description, ...(locale && translations[locale]) })

export const categoryIn = (record: CategoryRecord, locale: Locale | undefined): CatalogCategory => ({
  id: record._id,
  ...wordsIn(record, locale),
  position: record.position,
  image_url: record.image_url,
  updated_at: record.updated_at.toISOString(),
})

export const productIn = (record: ProductRecord, locale: Locale | undefined): CatalogProduct => ({
  id: record._id,
  ...wordsIn(record, locale),
  position: record.position,
  category_id: record.category_id,
  sku: record.sku,
  price: record.price,
  image_urls: record.image_urls,
  updated_at: record.updated_at.toISOString(),
})

export const offeredServiceType = (record: ServiceTypeRecord): CatalogServiceType => ({
  id: record._id,
  name: record.name,
  description: record.description,
  duration_minutes: record.duration_minutes,
  duration_options: record.duration_options,
  price: record.price,
  category_id: record.category_id,
  capacity: record.capacity,
})
