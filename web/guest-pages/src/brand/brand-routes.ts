import { type Logo, operations } from '@usher/contracts'
import express, { type Request, type RequestHandler, type Router } from 'express'
import { LRUCache } from 'lru-cache'
import type { Ask } from '../ask.ts'
import { FOREVER, PREFIX } from '../assets.ts'
import { shadesOf } from './shades.ts'

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
