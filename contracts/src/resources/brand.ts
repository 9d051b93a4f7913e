import { z } from 'zod'
import { idOf } from '../ids.ts'
import { DIRECTION_OVERRIDES, filledParagraph, phoneText } from '../text.ts'

/** With both slashes, and without a password: it stands as a link on pages. */
const PRIVACY_PATTERN = '^[Hh][Tt][Tt][Pp][Ss]://[^/?#@]+(?:[/?#]|$)'

const privacyUrl = z
  .string()
  .max(500)
  .refine((text) => new RegExp(PRIVACY_PATTERN).test(text) && URL.canParse(text), {
    error: 'must be an address such as https://example.com/privacy',
    params: { code: 'invalid_url' },
  })
  .meta({ pattern: PRIVACY_PATTERN })

const color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, { error: 'must be a colour such as #1f5c4d' })
  .toLowerCase()
  .meta({ description: 'As #rrggbb', pattern: '^#[0-9A-Fa-f]{6}$', examples: ['#1f5c4d'] })

/** What an organisation may set of its brand; null takes a value away. */
export const brandFields = {
  address: filledParagraph(200)
    .refine((text) => !DIRECTION_OVERRIDES.test(text), {
      error: 'must not contain control characters',
      params: { code: 'control_characters' },
    })
    .nullable()
    .describe('As people read it, over several lines; null: none'),
  phone: phoneText.nullable().describe('Number that guests can call; null: none'),
  brand_color: color.nullable().describe('As #rrggbb; null: that of Usher'),
  privacy_url: privacyUrl.nullable().describe('Its privacy notice, by https; null: none'),
}

/** The organisation whose brand a page for guests shows. */
export const ofOrganization = idOf('organization').meta({
  description: 'Whose brand the page shows: GET /public/organizations/{id}',
})

/** How an organisation appears to its guests. */
export const brandSchema = z
  .object({
    id: idOf('organization'),
    name: z.string().describe('Name of the organisation'),
    address: z.string().nullable().meta({ description: 'As people read it, over several lines' }),
    phone: z.string().nullable().meta({ description: 'E.164' }),
    brand_color: z.string().nullable().meta({
      description: 'As #rrggbb. Pages show a darker or lighter shade where text would be hard to read',
    }),
    privacy_url: z.string().nullable().meta({ description: 'Its privacy notice' }),
    logo_url: z.string().nullable().meta({ description: 'Changes with the image' }),
    guest_retention_days: z.int().meta({ description: 'Days that personal data of guests is kept' }),
  })
  .meta({ id: 'Brand' })

/** Most bytes of a logo. */
export const MAX_LOGO_BYTES = 65_536
/** Most pixels of a logo on either side. */
export const MAX_LOGO_PIXELS = 2_048

/** A PNG of one pixel. */
const EXAMPLE =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const base64 = z.base64().meta({ contentEncoding: 'base64', examples: [EXAMPLE] })

export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const

export const logoUploadSchema = z
  .strictObject({
    data: base64
      .min(1)
      .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4)
      .meta({ description: `PNG, JPEG or WebP of at most ${MAX_LOGO_BYTES} bytes, in base64 (RFC 4648 §4)` }),
  })
  .meta({ id: 'LogoUpload' })

export const logoSchema = z
  .object({
    media_type: z.enum(LOGO_TYPES).describe('Format of the image'),
    data: base64.describe('The image in base64 (RFC 4648 §4)'),
  })
  .meta({ id: 'Logo' })

export type Brand = z.infer<typeof brandSchema>
export type Logo = z.infer<typeof logoSchema>
