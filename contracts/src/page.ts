import { z } from 'zod'

/** Largest page of a list. */
export const MAX_PAGE_SIZE = 100

/** Digits only: `Number` also accepts `0x10`, `1e1` and spaces. */
const DIGITS = /^-?\d{1,15}$/

/** A whole number in a query, which arrives as text. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (text) => (typeof text === 'string' && DIGITS.test(text) ? Number(text) : text),
    z.number({ error: 'must be a whole number in digits, such as 25' }).int().min(min).max(max),
  )

/** Query parameters of every list. */
export const pageQuery = {
  limit: wholeNumber(1, MAX_PAGE_SIZE).default(25).meta({ description: 'Page size' }),
  cursor: z.string().min(1).max(500).optional().meta({ description: 'next_cursor of the page before' }),
}

/** A page of a list: the items, and the cursor of the next page or null on the last. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z
    .object({
      data: z.array(item).describe('The items of this page'),
      next_cursor: z
        .string()
        .nullable()
        .describe('Send it as cursor to get the next page; null: this is the last'),
    })
    .meta({ id: `${item.meta()?.id}Page` })
