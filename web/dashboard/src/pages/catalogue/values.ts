import { amountOf, priceOf } from '../../forms/money.ts'
import { type Entry, isProduct } from './kinds.ts'

/** Name and description in other languages. */
export type Translations = Readonly<Record<string, { name?: string; description?: string | null }>>

export interface Values extends Record<string, unknown> {
  name: string
  description: string
  active: boolean
  images: string
  category_id: string
  sku: string
  amount: number | string
  currency: string
}

export function valuesOf(entry: Entry | undefined): Values {
  const product = entry && isProduct(entry) ? entry : undefined
  const category = entry && !isProduct(entry) ? entry : undefined
  return {
    name: entry?.name ?? '',
    description: entry?.description ?? '',
    active: entry?.active ?? true,
    images: product?.image_urls.join('\n') ?? category?.image_url ?? '',
    category_id: product?.category_id ?? '',
    sku: product?.sku ?? '',
    amount: amountOf(product?.price ?? null),
    currency: product?.price?.currency ?? 'EUR',
  }
}

const shownOf = ({ name, description, active }: Values, translations: Translations) => ({
  name,
  description: description.trim() || null,
  active,
  translations: withoutEmpty(translations),
})

export const categoryBody = (values: Values, translations: Translations) => ({
  ...shownOf(values, translations),
  image_url: values.images.trim() || null,
})

export const productBody = (values: Values, translations: Translations) => ({
  ...shownOf(values, translations),
  image_urls: values.images.split(/\s+/).filter(Boolean),
  category_id: values.category_id || null,
  sku: values.sku.trim() || null,
  price: priceOf(values.amount, values.currency),
})

/** Drops empty translations. */
function withoutEmpty(translations: Translations): Record<string, { name?: string; description?: string }> {
  const kept = Object.entries(translations).map(([locale, { name, description }]) => {
    const words = { ...(name?.trim() && { name }), ...(description?.trim() && { description }) }
    return [locale, words] as const
  })
  return Object.fromEntries(kept.filter(([, words]) => Object.keys(words).length > 0))
}
