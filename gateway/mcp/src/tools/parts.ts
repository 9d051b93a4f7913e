import { z } from 'zod'

/** Parts of inputs. Services check the values: an agent gets their words for what is wrong. */

export const limit = z.int().min(1).max(100).default(25).meta({ description: 'Page size' })

export const cursor = z
  .string()
  .min(1)
  .max(500)
  .optional()
  .meta({ description: 'next_cursor of the page before' })

export const time = (description: string) =>
  z
    .string()
    .max(40)
    .meta({ description: `${description}. RFC 3339, such as 2026-12-24T18:30:00Z` })

export const q = z.string().max(100).optional().meta({
  description: 'Part of the name, beginning of the e-mail address, or beginning or end of the phone',
})

/** Sent as a header, which carries nothing else. */
const VISIBLE_ASCII = /^[\x21-\x7e]{1,200}$/

export const idempotencyKey = z
  .string()
  .regex(VISIBLE_ASCII, { error: 'must be 1 to 200 visible ASCII characters' })
  .optional()
  .meta({
    description:
      'Repeat a call whose answer was lost with the same key: it takes effect once. Letters, digits and signs, no spaces',
  })
