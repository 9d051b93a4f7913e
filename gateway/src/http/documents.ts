import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import {
  type ApiVersions,
  asyncApiDocument,
  documentIn,
  NEWEST_API_VERSION,
  openApiDocument,
} from '@usher/contracts'
import { recordedExamples } from '@usher/contracts/examples'
import { onlyReads, ProblemError } from '@usher/service-kit'
import express, { type Request, type Router } from 'express'

/** `/openapi.json` and `/asyncapi.json`: descriptions of the public API and the webhooks. */
export function documentRoutes(publicUrl: string, versions: ApiVersions): Router {
  const router = express.Router()
  const { newest, api, webhooks } = documentsAt(publicUrl)
  const prepared = new Map([[NEWEST_API_VERSION, api]])
  serve(router, '/openapi.json', ({ query: { version = NEWEST_API_VERSION } }) => {
    const id = versions.find((one) => one.id === version)?.id
    if (id === undefined) throw new ProblemError('unknown_version', 'There is no document of this version.')
    const document = prepared.get(id) ?? prepare(documentIn(id, newest, versions))
    prepared.set(id, document)
    return document
  })
  serve(router, '/asyncapi.json', () => webhooks)
  return router
}

type Documents = ReturnType<typeof makeDocuments>

/** By public address. They take a quarter of a second to make, before the first request rather than during others. */
const known = new Map<string, Documents>()

function documentsAt(publicUrl: string): Documents {
  const documents = known.get(publicUrl) ?? makeDocuments(publicUrl)
  known.set(publicUrl, documents)
  return documents
}

function makeDocuments(publicUrl: string) {
  const newest = openApiDocument(publicUrl, recordedExamples())
  return { newest, api: prepare(newest), webhooks: prepare(asyncApiDocument()) }
}

interface Prepared {
  readonly body: Buffer
  readonly packed: Buffer
  readonly tag: string
}

/** Most of a megabyte; a fraction of that compressed. */
function prepare(document: object): Prepared {
  const body = Buffer.from(JSON.stringify(document))
  const tag = createHash('sha256').update(body).digest('base64url')
  return { body, packed: gzipSync(body, { level: 9 }), tag }
}

function serve(router: Router, path: string, documentFor: (req: Request) => Prepared): void {
  router.get(path, (req, res) => {
    const { body, packed, tag } = documentFor(req)
    const isPacked = req.acceptsEncodings('gzip') !== false
    // With the ETag set, Express answers 304 to clients that have this version.
    const etag = `"${tag}${isPacked ? '-gzip' : ''}"`
    res.set({ etag, 'cache-control': 'public, max-age=300' }).vary('accept-encoding').type('json')
    if (isPacked) res.set('content-encoding', 'gzip')
    res.send(isPacked ? packed : body)
  })
  router.all(path, onlyReads)
}
