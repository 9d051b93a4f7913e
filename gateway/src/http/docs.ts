import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { notFound, onlyReads, ProblemError } from '@usher/service-kit'
import express, { type RequestHandler, type Response, type Router } from 'express'
import sirv from 'sirv'

const YEAR_SECONDS = 31_536_000

/** Types of text files; other files have no charset (OWASP ASVS 5.0.0, 4.1.1). */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json; charset=utf-8',
  // Files of the search index.
  pagefind: 'application/octet-stream',
  pf_meta: 'application/octet-stream',
  pf_index: 'application/octet-stream',
  pf_fragment: 'application/octet-stream',
  pf_filter: 'application/octet-stream',
}

/**
 * The built documentation: `/docs`, and `/llms.txt`, which lists its pages. Its folder may still be built when the
 * gateway starts; until it is there, requests are answered 503.
 */
export function docsRoutes(folder: string): Router {
  let site: Router | undefined
  const serve: RequestHandler = (req, res, next) => {
    if (!existsSync(folder)) throw notBuilt()
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
  const options = { gzip: true, brotli: true, extensions: ['html'] }
  const setHeaders = (res: object, path: string) => {
    const type = TEXT_TYPES[path.slice(path.lastIndexOf('.') + 1)]
    if (type !== undefined) (res as Response).setHeader('content-type', type)
  }
  const pages = sirv(join(folder, 'docs'), { ...options, maxAge: 300, setHeaders })
  const assets = sirv(join(folder, 'docs/_astro'), {
    ...options,
    maxAge: YEAR_SECONDS,
    immutable: true,
    setHeaders,
  })
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
