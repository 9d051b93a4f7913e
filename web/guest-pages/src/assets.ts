import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import express, { type Router } from 'express'

/** Cache-Control of what never changes under its address. */
export const FOREVER = 'public, max-age=31536000, immutable'

/** Of files that never change under their name. */
export const PREFIX = '/guest-assets/'

interface Asset {
  readonly type: string
  readonly content: string
}

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8')

/** A module for browsers, without its types: they load it from here by the same relative imports as Node. */
const script = (name: string): Asset => ({
  type: 'text/javascript; charset=utf-8',
  content: stripTypeScriptTypes(read(`browser/${name}`)),
})

/** Files that the pages load. */
const ASSETS = {
  'guest.css': { type: 'text/css; charset=utf-8', content: read('../assets/guest.css') },
  'icon.svg': { type: 'image/svg+xml', content: read('../assets/icon.svg') },
  'shared.ts': script('shared.ts'),
  'guest.ts': script('guest.ts'),
  'display.ts': script('display.ts'),
  'forms.ts': script('forms.ts'),
  'push.ts': script('push.ts'),
  'frame.ts': script('frame.ts'),
  'remember.ts': script('remember.ts'),
} satisfies Record<string, Asset>

export type AssetName = keyof typeof ASSETS

const hash = createHash('sha256').update(JSON.stringify(ASSETS)).digest('hex').slice(0, 12)

/** Contains a hash of all files, so that each can be cached forever, with those that it imports. */
export const assetPath = (name: AssetName): string => `${PREFIX}${hash}/${name}`

/** The service worker that shows messages. Keep its path stable: browsers have it registered, with scope `/w/`. */
export const PUSH_WORKER = {
  path: '/w/push-worker.js',
  type: 'text/javascript; charset=utf-8',
  content: read('../assets/push-worker.js'),
}

/** The script that shows a booking page on other sites. Keep its path stable: their pages name it. */
const EMBED_SCRIPT = { path: '/embed.js', ...script('embed.ts') }

/** How long a site may keep the script, in seconds: changes take as long to arrive. */
const EMBED_MAX_AGE = 3_600

export function assetRoutes(): Router {
  const router = express.Router()
  for (const [name, { type, content }] of Object.entries(ASSETS)) {
    router.get(assetPath(name as AssetName), (_req, res) => {
      res.set({ 'cache-control': FOREVER, 'content-type': type }).send(content)
    })
  }
  router.get(EMBED_SCRIPT.path, (_req, res) => {
    res
      .set({
        'cache-control': `public, max-age=${EMBED_MAX_AGE}`,
        'content-type': EMBED_SCRIPT.type,
        // For any site, even one that isolates itself.
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(EMBED_SCRIPT.content)
  })
  router.get(PUSH_WORKER.path, (_req, res) => {
    res.set({ 'cache-control': 'no-cache', 'content-type': PUSH_WORKER.type }).send(PUSH_WORKER.content)
  })
  return router
}
