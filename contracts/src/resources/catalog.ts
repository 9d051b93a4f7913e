import { z } from 'zod'
import { idOf } from '../ids.ts'
import { exactPartial } from '../partial.ts'
import { line, paragraph, timestamp } from '../text.ts'
import { httpsAddress } from '../web-address.ts'
import { localeSchema } from './guest.ts'
import { livemode } from './livemode.ts'
import { priceSchema, serviceTypeSchema } from './service-type.ts'

const words = {
  name: line(100).describe('Shown to customers'),
  description: paragraph(1_000).nullable().describe('Shown to customers; null: none'),
}

const imageUrl = httpsAddress(1_000)

const shown = {
  ...words,
  position: z.int().min(0).max(1_000_000).meta({ description: 'Lower comes first' }),
  translations: z
    .partialRecord(localeSchema, z.strictObject(exactPartial(words)))
    .meta({ description: 'Name and description in other languages' }),
  active: z.boolean().meta({ description: 'Whether the catalogue shows it' }),
}

const categorySettings = {
  ...shown,
  image_url: imageUrl.nullable().describe('Picture, by https; null: none'),
}

const productSettings = {
  ...shown,
  category_id: idOf('category').nullable().describe('Where the catalogue shows it; null: at the end'),
  sku: line(60).nullable().meta({ description: "The organisation's own number" }),
  price: priceSchema.nullable().describe('null: no price is shown'),
  image_urls: z.array(imageUrl).max(20).describe('Pictures, by https, the first one first'),
}

const SHOWN_DEFAULTS = { description: null, position: 0, translations: {}, active: true } as const

export const CATEGORY_DEFAULTS = { ...SHOWN_DEFAULTS, image_url: null } as const

export const PRODUCT_DEFAULTS = {
  ...SHOWN_DEFAULTS,
  category_id: null,
  sku: null,
  price: null,
} as const

const kept = {
  archived_at: timestamp.nullable().describe('When it was deleted; null: it was not'),
  created_at: timestamp,
  updated_at: timestamp,
}

const optionalOfCategory = exactPartial(categorySettings)
const optionalOfProduct = exactPartial(productSettings)

export const categoryCreateSchema = z
  .strictObject({ ...optionalOfCategory, name: words.name })
  .meta({ id: 'CategoryCreate', examples: [{ name: 'Hair' }] })

export const categoryUpdateSchema = z
  .strictObject(optionalOfCategory)
  .meta({ id: 'CategoryUpdate', examples: [{ position: 2 }] })

export const categorySchema = z
  .object({ id: idOf('category'), ...categorySettings, ...kept, livemode })
  .meta({ id: 'Category' })

export const productCreateSchema = z
  .strictObject({ ...optionalOfProduct, name: words.name })
  .meta({ id: 'ProductCreate', examples: [{ name: 'Shampoo', price: { amount: 1250, currency: 'EUR' } }] })

export const productUpdateSchema = z
  .strictObject(optionalOfProduct)
  .meta({ id: 'ProductUpdate', examples: [{ price: { amount: 1350, currency: 'EUR' } }] })

export const productSchema = z
  .object({ id: idOf('product'), ...productSettings, ...kept, livemode })
  .meta({ id: 'Product' })

const { id, name, description, duration_minutes, duration_options, price, category_id, capacity } =
  serviceTypeSchema.shape

const catalogCategory = categorySchema
  .omit({ translations: true, active: true, archived_at: true, created_at: true, livemode: true })
  .meta({ id: 'CatalogCategory' })

export const catalogProductSchema = productSchema
  .omit({ translations: true, active: true, archived_at: true, created_at: true, livemode: true })
  .meta({ id: 'CatalogProduct' })

const catalogServiceType = z
  .object({ id, name, description, duration_minutes, duration_options, price, category_id, capacity })
  .meta({ id: 'CatalogServiceType' })

/**
 * Most products, and as many service types, shown with one page of the catalogue, shared equally among its entries.
 */
export const CATALOG_MAX_OFFERS = 1_000

const more = (what: string) => z.boolean().meta({ description: `Whether there are ${what} than are shown` })

const offers = {
  products: z.array(catalogProductSchema).meta({
    description: `The first ${CATALOG_MAX_OFFERS} divided by limit; all: /api/v1/products/{orgId}`,
  }),
  more_products: more('more products'),
  service_types: z.array(catalogServiceType).meta({ description: 'Those that can be booked, as many' }),
  more_service_types: more('more service types'),
}

export const catalogCategorySchema = catalogCategory

/** A category with everything it offers. */
export const catalogEntrySchema = z
  .object({ ...catalogCategory.shape, ...offers })
  .meta({ id: 'CatalogEntry' })

export const uncategorizedSchema = z.object(offers).meta({
  id: 'Uncategorized',
  description: 'What has no category, or one that was archived; on the first page',
})

export type Category = z.infer<typeof categorySchema>
export type CategoryCreate = z.infer<typeof categoryCreateSchema>
export type CategoryUpdate = z.infer<typeof categoryUpdateSchema>
export type Product = z.infer<typeof productSchema>
export type ProductCreate = z.infer<typeof productCreateSchema>
export type ProductUpdate = z.infer<typeof productUpdateSchema>
export type CatalogCategory = z.infer<typeof catalogCategory>
export type CatalogProduct = z.infer<typeof catalogProductSchema>
export type CatalogServiceType = z.infer<typeof catalogServiceType>
