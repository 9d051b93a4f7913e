import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { API_VERSIONS, openApiDocument, STREAM_SILENCE_MS } from '@usher/contracts'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { bearerPaths } from './bearer-paths.ts'
import { clientDocument } from './client-document.ts'
import { nodeResources } from './emit/node.ts'
import { sdkOperations } from './model/operations.ts'

/** Generates the types and methods of the client from the contracts. `deploy/local/run.mjs` runs it when they have changed. */
const document = openApiDocument('https://usher.invalid')
await write('generated/openapi.ts', await typesOf(document))
await write('generated-methods/resources.ts', nodeResources(sdkOperations(document)))

async function write(file: string, source: string): Promise<void> {
  const path = fileURLToPath(new URL(`../src/${file}`, import.meta.url))
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, source)
}

async function typesOf(document: Record<string, unknown>): Promise<string> {
  const types = astToString(
    await openapiTS(JSON.stringify(clientDocument(document)), { defaultNonNullable: false }),
  )
  const { version } = document.info as { version: string }
  const versions = API_VERSIONS.map(({ id }) => `'${id}'`).join(', ')
  const versionSource = `/** The dated version of the API that the types describe. */
export const API_VERSION = '${version}';
/** All versions, oldest first. */
export const API_VERSIONS = [${versions}] as const;
/** After this many ms of silence a stream is dead: three heartbeats of the server. */
export const STREAM_SILENCE_MS = ${STREAM_SILENCE_MS};
`
  return COMMENT_HEADER + types + bearerPaths(document) + versionSource
}
