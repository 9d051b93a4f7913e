import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notFound, onlyReads, ProblemError } from '@usher/service-kit'
import express, { type RequestHandler, type Router } from 'express'
import { serveAssets, servePages } from './static-files.ts'

/** How long a page may be cached. */
const PAGE_SECONDS = 300

/**
 * The built documentation: `/docs`, and `/llms.txt`, which lists its pages. Its folder may still be built when the
 * gateway starts; until it is there, requests are answered 503.
 */
export function docsRoutes(folder: string): Router {
  let site: Router | undefined
  const serve: RequestHandler = (req, res, next) => {
    if (!site && !existsSync(folder)) throw notBuilt()
    site ??= siteRoutes(folder)
    site(req, res, next)
  }
  const router = express.Router()
  for (const path of ['/docs', '/llms.txt']) {
    router.get(`${path}{/*rest}`, serve)
    router.all(`${path}{/*rest}`, onlyReads)
  }
  return router
}

const notBuilt = () =>
  new ProblemError('service_unavailable', 'The documentation is being built. Try again in a few seconds.', {
    headers: { 'retry-after': '10' },
  })

function siteRoutes(folder: string): Router {
  const policy = policyOf(folder)
  const pages = servePages(join(folder, 'docs'), PAGE_SECONDS)
  const assets = serveAssets(join(folder, 'docs/_astro'))
  const lost = readFileSync(join(folder, 'docs/404.html'), 'utf8')
  const list = readFileSync(join(folder, 'llms.txt'), 'utf8')
  const router = express.Router()
  router.get('/llms.txt', (_req, res) => {
    res.set('cache-control', 'public, max-age=300').type('txt').send(list)
  })
  router.use('/docs', (_req, res, next) => {
    res.removeHeader('cache-control')
    res.set('content-security-policy', policy)
    next()
  })
  router.use('/docs/_astro', assets)
  router.use('/docs', pages, (req, res) => {
    res.set('cache-control', 'no-store')
    if (req.accepts('html', 'json') !== 'html') throw notFound('page')
    res.status(404).type('html').send(lost)
  })
  return router
}

/** Allows only what the site itself contains: its files, and the scripts within its pages by their hashes. */
function policyOf(folder: string): string {
  const { scriptHashes } = JSON.parse(readFileSync(join(folder, 'policy.json'), 'utf8')) as {
    readonly scriptHashes: readonly string[]
  }
  const hashes = scriptHashes.map((hash) => `'${hash}'`).join(' ')
  return [
    "default-src 'none'",
    // The search is WebAssembly.
    `script-src 'self' 'wasm-unsafe-eval' ${hashes}`,
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';')
}
