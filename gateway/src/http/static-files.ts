import type { ServerResponse } from 'node:http'
import { extname } from 'node:path'
import sirv, { type RequestHandler } from 'sirv'

const YEAR_SECONDS = 31_536_000

/** Types of text files; other files have no charset (OWASP ASVS 5.0.0, 4.1.1). */
const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
}

/** Types of files of the documentation's search index. */
const INDEX_TYPES: Readonly<Record<string, string>> = Object.fromEntries(
  ['.pagefind', '.pf_meta', '.pf_index', '.pf_fragment', '.pf_filter'].map((ending) => [
    ending,
    'application/octet-stream',
  ]),
)

function setHeaders(res: ServerResponse, path: string): void {
  const type = TEXT_TYPES[extname(path)] ?? INDEX_TYPES[extname(path)]
  if (type !== undefined) res.setHeader('content-type', type)
}

/** Serves a built folder, with the compressed files beside it. @param maxAge in seconds */
export const servePages = (folder: string, maxAge: number): RequestHandler =>
  sirv(folder, { gzip: true, brotli: true, extensions: ['html'], maxAge, setHeaders })

/** Serves files whose names change with their content, so that they may be cached for good. */
export const serveAssets = (folder: string): RequestHandler =>
  sirv(folder, { gzip: true, brotli: true, immutable: true, maxAge: YEAR_SECONDS, setHeaders })
