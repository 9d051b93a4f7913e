import { createHash } from 'node:crypto'
import { openApiDocument } from '@usher/contracts'
import express, { type Router } from 'express'

/** `/openapi.json`, the description of the public API. */
export function documentRoutes(publicUrl: string): Router {
  const body = JSON.stringify(openApiDocument(publicUrl))
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  const router = express.Router()
  router.get('/openapi.json', (_req, res) => {
    // With the tag set, Express answers 304 to whoever has this version.
    res.set({ etag, 'cache-control': 'public, max-age=300' }).type('json').send(body)
  })
  return router
}
