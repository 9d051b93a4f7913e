import { createHash } from 'node:crypto'
import { asyncApiDocument, openApiDocument } from '@usher/contracts'
import express, { type Router } from 'express'

/** `/openapi.json` and `/asyncapi.json`: the descriptions of the public API and of the webhooks. */
export function documentRoutes(publicUrl: string): Router {
  const router = express.Router()
  serve(router, '/openapi.json', openApiDocument(publicUrl))
  serve(router, '/asyncapi.json', asyncApiDocument())
  return router
}

function serve(router: Router, path: string, document: object): void {
  const body = JSON.stringify(document)
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
  router.get(path, (_req, res) => {
    // With the tag set, Express answers 304 to whoever has this version.
    res.set({ etag, 'cache-control': 'public, max-age=300' }).type('json').send(body)
  })
}
