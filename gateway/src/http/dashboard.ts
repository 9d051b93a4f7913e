import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OAUTH_ROUTES, OPERATIONS } from '@usher/contracts'
import { readCookie } from '@usher/service-kit'
import express, { type Request, type Router } from 'express'
import { serveAssets } from './static-files.ts'

/** Placeholders in the built page: the style nonce, and whether the browser sent a session's cookie. */
const NONCE_PLACEHOLDER = 'USHER_STYLE_NONCE'
const SESSION_PLACEHOLDER = 'USHER_SESSION'

/** Paths that the API answers, to browsers too. */
const API_PREFIXES: ReadonlySet<string> = new Set([
  ...[...OPERATIONS, ...OAUTH_ROUTES].map(({ path }) => firstSegment(path)),
  'assets',
])

/**
 * The built dashboard: its files, and its page for every address a browser opens that is not the API's. The page does
 * its own routing.
 */
export function dashboardRoutes(folder: string, cookieName: string): Router {
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const files = serveAssets(join(folder, 'assets'))
  const router = express.Router()
  router.use('/assets', (req, res, next) => {
    // Their names change with their content, so they may be cached.
    res.removeHeader('cache-control')
    files(req, res, () => {
      res.set('cache-control', 'no-store')
      next()
    })
  })
  router.use((req, res, next) => {
    if (!isPage(req)) return next()
    const nonce = randomBytes(16).toString('base64')
    res.set('content-security-policy', policy(nonce)).vary('accept').type('html')
    const hasSession = readCookie(req.headers.cookie, cookieName) !== undefined
    const preload = hasSession ? preloadOf(req.path) : undefined
    if (preload !== undefined) res.set('link', preload)
    const session = hasSession ? 'cookie' : 'none'
    res.send(page.replaceAll(NONCE_PLACEHOLDER, nonce).replaceAll(SESSION_PLACEHOLDER, session))
  })
  return router
}

/** Has the browser read what a board shows while it loads the app; the app then gets these answers. */
function preloadOf(path: string): string | undefined {
  const id = /^\/queues\/(q_\w+)$/.exec(path)?.[1]
  if (id === undefined) return undefined
  const reads = ['/account/me', `/v1/queues/${id}`, `/v1/queues/${id}/guests?limit=100`]
  return reads.map((read) => `<${read}>; rel=preload; as=fetch; crossorigin`).join(', ')
}

/**
 * Allows only what the dashboard itself contains. Its components create style elements at run time, hence the nonce.
 */
const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';')

/** Whether a browser opens an address, rather than a program calling the API or a page loading its files. */
function isPage({ method, path, headers }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD'
  if (!isRead || !headers.accept?.includes('text/html')) return false
  return !API_PREFIXES.has(firstSegment(path)) && !path.slice(path.lastIndexOf('/')).includes('.')
}

function firstSegment(path: string): string {
  return path.split('/', 2)[1] ?? ''
}
