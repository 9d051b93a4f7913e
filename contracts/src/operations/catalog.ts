import { z } from 'zod'
import { idOf } from '../ids.ts'
import { defineOperation } from '../operation.ts'
import { pageOf, pageQuery } from '../page.ts'
import {
  catalogCategorySchema,
  catalogEntrySchema,
  catalogProductSchema,
  uncategorizedSchema,
} from '../resources/catalog.ts'
import { localeSchema } from '../resources/guest.ts'
import { line } from '../text.ts'

/** As spelled in the service specification. */
const byOrganization = z.object({ orgId: z.string().max(100).describe('Id of the organisation, org_…') })

const query = {
  ...pageQuery,
  locale: localeSchema.exactOptional().meta({ description: 'Words in this language, where there are any' }),
  q: line(100).exactOptional().meta({ description: 'Part of the name in any language, whatever its case' }),
}

const read = {
  tag: 'Catalogue',
  service: 'booking-platform',
  scope: 'catalog:read',
  method: 'get',
  params: byOrganization,
  status: 200,
  headers: ['ETag'],
  errors: ['not_found', 'invalid_cursor'],
} as const

export const getCatalog = defineOperation({
  ...read,
  id: 'getCatalog',
  path: '/api/v1/catalog/{orgId}',
  summary: 'The catalogue of an organisation: its categories, with their products and bookable service types',
  query: z.strictObject({
    ...query,
    q: query.q.meta({
      description:
        'Part of a name in any language: of a category, or of what it offers, which alone is shown then',
    }),
  }),
  answer: pageOf(catalogEntrySchema)
    .extend({
      uncategorized: uncategorizedSchema.nullable().describe('What has no category; null: not on this page'),
    })
    .meta({ id: 'CatalogPage' }),
})

export const listCatalogProducts = defineOperation({
  ...read,
  id: 'listCatalogProducts',
  path: '/api/v1/products/{orgId}',
  summary: 'The products of an organisation that its catalogue shows, in its order',
  query: z.strictObject({
    ...query,
    category_id: z
      .union([idOf('category'), z.literal('none')])
      .exactOptional()
      .meta({ description: 'Of this category; none: of those without one' }),
  }),
  answer: pageOf(catalogProductSchema),
})

export const listCatalogCategories = defineOperation({
  ...read,
  id: 'listCatalogCategories',
  path: '/api/v1/categories/{orgId}',
  summary: 'The categories of an organisation that its catalogue shows, in its order',
  query: z.strictObject(query),
  answer: pageOf(catalogCategorySchema),
})
