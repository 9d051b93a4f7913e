import { z } from 'zod'

/** Largest page a list answers. */
export const MAX_PAGE_SIZE = 100

/** Query parameters that every list takes. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(25).meta({ description: 'Page size' }),
  cursor: z.string().min(1).max(500).optional().meta({ description: 'next_cursor of the page before' }),
}

/** A page of a list: the items, and the cursor of the next page or null on the last. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), next_cursor: z.string().nullable() })
