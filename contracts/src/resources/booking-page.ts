import { z } from 'zod'
import { exactPartial } from '../partial.ts'
import { timestamp } from '../text.ts'
import { isUnique } from './queue.ts'

const MAX_SITES = 20
/** `https://` and a host, with a port if need be; `http://localhost` for development. */
const SITE_PATTERN = '^(https://[a-z0-9.-]+|http://localhost)(:[0-9]{1,5})?$'

const site = z
  .string()
  .max(255)
  .regex(new RegExp(SITE_PATTERN), { error: 'must be an origin such as https://www.example.com' })
  .meta({ examples: ['https://www.example.com'] })

const settings = {
  slug: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{1,58}[a-z0-9])$/, {
      error: 'must be 3 to 60 lowercase letters, digits and -, none of the ends a -',
    })
    .meta({
      description:
        'In the address of the page. For test data it begins with test--, which is added if left out',
      examples: ['riverside-clinic'],
    }),
  embed_sites: z
    .array(site)
    .max(MAX_SITES)
    .refine(isUnique, { error: 'must not repeat a site' })
    .meta({ description: 'Sites that may show the page in a frame; none by default', uniqueItems: true }),
}

/** The first change makes the page, and needs a slug. */
export const bookingPageUpdateSchema = z
  .strictObject(exactPartial(settings))
  .meta({ id: 'BookingPageSettingsUpdate', examples: [{ slug: 'riverside-clinic' }] })

/** The page on which customers of an organisation book by themselves. */
export const bookingPageSchema = z
  .object({
    slug: settings.slug.nullable().meta({
      description: 'null: there is no page yet',
      examples: ['riverside-clinic'],
    }),
    url: z.url().nullable().describe('Address of the page; null: there is none yet'),
    embed_sites: settings.embed_sites,
    updated_at: timestamp.nullable().describe('null: there is no page yet'),
  })
  .meta({ id: 'BookingPageSettings' })

export type BookingPage = z.infer<typeof bookingPageSchema>
export type BookingPageUpdate = z.infer<typeof bookingPageUpdateSchema>
