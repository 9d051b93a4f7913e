import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { asyncApiDocument, openApiDocument } from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'
import { onlyReads } from '@usher/service-kit'
import express, { type Router } from 'express'

/** `/openapi.json` and `/asyncapi.json`: descriptions of the public API and the webhooks. */
export function documentRoutes(publicUrl: string): Router {
  const router = express.Router()
  serve(router, '/openapi.json', openApiDocument(publicUrl, recordedExamples()))
  serve(router, '/asyncapi.json', asyncApiDocument())
  return router
}

function serve(router: Router, path: string, document: object): void {
  const body = Buffer.from(JSON.stringify(document))
  // Most of a megabyte; a fraction of that compressed.
  const packed = gzipSync(body, { level: 9 })
  const tag = createHash('sha256').update(body).digest('base64url')
  router.get(path, (req, res) => {
    const isPacked = req.acceptsEncodings('gzip') !== false
    // With the ETag set, Express answers 304 to clients that have this version.
    const etag = `"${tag}${isPacked ? '-gzip' : ''}"`
    res.set({ etag, 'cache-control': 'public, max-age=300' }).vary('accept-encoding').type('json')
    if (isPacked) res.set('content-encoding', 'gzip')
    res.send(isPacked ? packed : body)
  })
  router.all(path, onlyReads)
}
