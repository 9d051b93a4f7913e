import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import express, { type Router } from 'express'

const FOLDER = new URL('../assets/', import.meta.url)
/** Cache-Control of what never changes under its address. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** Of files that never change under their name. */
export const PREFIX = '/guest-assets/'

export interface Asset {
  /** Contains a hash of the content, so that it can be cached forever. */
  readonly path: string
  readonly type: string
  readonly content: Buffer
}

const read = (name: string, type: string): Asset => {
  const content = readFileSync(new URL(name, FOLDER))
  const tag = createHash('sha256').update(content).digest('hex').slice(0, 12)
  return { path: `${PREFIX}${name.replace('.', `-${tag}.`)}`, type, content }
}

/** Files that the pages load. */
export const ASSETS = {
  style: read('guest.css', 'text/css; charset=utf-8'),
  script: read('guest.js', 'text/javascript; charset=utf-8'),
  displayScript: read('display.js', 'text/javascript; charset=utf-8'),
  forms: read('forms.js', 'text/javascript; charset=utf-8'),
  icon: read('icon.svg', 'image/svg+xml'),
}

export function assetRoutes(): Router {
  const router = express.Router()
  for (const { path, type, content } of Object.values(ASSETS)) {
    router.get(path, (_req, res) => {
      res.set({ 'cache-control': FOREVER, 'content-type': type }).send(content)
    })
  }
  return router
}
