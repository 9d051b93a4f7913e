import { readFile, writeFile } from 'node:fs/promises'
import { API_VERSIONS, openApiDocument, STREAM_SILENCE_MS } from '@usher/contracts'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { bearerPaths } from './bearer-paths.ts'
import { clientDocument } from './client-document.ts'
import { nodeResources } from './emit/node.ts'
import { sdkOperations } from './model/operations.ts'

/** What is generated, by its file. */
const document = openApiDocument('https://usher.invalid')
const sources: Readonly<Record<string, string>> = {
  'clients/node/src/generated/openapi.ts': await typesOf(document),
  'clients/node/src/generated-methods/resources.ts': nodeResources(sdkOperations(document)),
}

/**
 * `npm run sdk`: regenerates the types and methods of the client from the contracts. With `--check` it writes nothing
 * and fails if a file differs.
 */
for (const [file, source] of Object.entries(sources)) {
  const path = new URL(`../../../${file}`, import.meta.url)
  if (!process.argv.includes('--check')) await writeFile(path, source)
  else if ((await readFile(path, 'utf8')) !== source) {
    process.stderr.write(`${file} is out of date: run \`npm run sdk\` and commit it\n`)
    process.exitCode = 1
  }
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
