import { type Logo, operations } from '@usher/contracts'
import { converter, formatHex, toGamut, wcagContrast } from 'culori'
import express, { type Request, type RequestHandler, type Router } from 'express'
import { LRUCache } from 'lru-cache'
import type { Ask } from '../ask.ts'
import { FOREVER, PREFIX } from '../assets.ts'

/** Contrast of normal text (WCAG 2.2 §1.4.3). */
const MIN_CONTRAST = 4.5
const STEP = 0.01

const oklch = converter('oklch')
const inGamut = toGamut('rgb', 'oklch')

const LIGHT = { background: '#f5f4f0', step: -STEP }
const DARK = { background: '#1c2220', step: STEP }
const INKS = ['#ffffff', '#0d1412']

/** A colour of pages, and the colour of text upon it. */
interface Shade {
  readonly brand: string
  readonly onBrand: string
}

/** The shades of a brand colour for pages in light and dark: as text, they can be read on the page. */
export const shadesOf = (color: string): { readonly light: Shade; readonly dark: Shade } => ({
  light: shadeOf(color, LIGHT),
  dark: shadeOf(color, DARK),
})

/** The nearest shade with enough contrast, found by changing the lightness alone. */
function shadeOf(color: string, { background, step }: typeof LIGHT): Shade {
  let brand = color
  const { l, c, h = 0 } = oklch(color) ?? { l: 0, c: 0 }
  for (let n = 1; wcagContrast(brand, background) < MIN_CONTRAST; n++) {
    brand = formatHex(inGamut({ mode: 'oklch', l: l + n * step, c, h }))
  }
  const [onBrand = ''] = INKS.toSorted((a, b) => wcagContrast(brand, b) - wcagContrast(brand, a))
  return { brand, onBrand }
}

const MAX_LOGO_CHARACTERS = 4_000_000
const KNOWN_MS = 10_000

/** Path of the stylesheet with the shades of a brand colour. */
export const colorsPath = (color: string): string => `${PREFIX}brand-${color.slice(1)}.css`

/** Stylesheets of brand colours, and logos. */
export function brandRoutes(ask: Ask): Router {
  const router = express.Router()
  router.get(/^\/guest-assets\/brand-([0-9a-f]{6})\.css$/, (req, res) => {
    const [hex = ''] = Object.values(req.params)
    res
      .set('cache-control', FOREVER)
      .type('css')
      .send(styleOf(`#${hex}`))
  })
  router.get('/logos/:id/:name', showLogo(ask))
  return router
}

function styleOf(color: string): string {
  const { light, dark } = shadesOf(color)
  const root = ({ brand, onBrand }: typeof light, tint: number) =>
    `:root{--brand:${brand};--on-brand:${onBrand};--tint:color-mix(in srgb,${brand} ${tint}%,var(--card))}`
  return `${root(light, 12)}\n@media (prefers-color-scheme:dark){${root(dark, 20)}}\n`
}

function showLogo(ask: Ask): RequestHandler<{ id: string; name: string }> {
  const logos = new LRUCache<string, Logo, Request<{ id: string; name: string }>>({
    maxSize: MAX_LOGO_CHARACTERS,
    // One that was taken away is gone for those who have not seen it.
    ttl: KNOWN_MS,
    sizeCalculation: ({ data }) => data.length,
    fetchMethod: (_key, _stale, { context: req }) =>
      ask(req as unknown as Request, operations.getLogo, { params: req.params }),
  })
  return async (req, res) => {
    const logo = await logos.forceFetch(req.path, { context: req })
    res
      .set({
        'cache-control': FOREVER,
        'content-type': logo.media_type,
        'content-security-policy': "default-src 'none'",
        // Mail programs in a browser show it, too.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(Buffer.from(logo.data, 'base64'))
  }
}
