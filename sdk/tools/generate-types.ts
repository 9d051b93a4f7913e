import { readFile, writeFile } from 'node:fs/promises'
import { API_VERSIONS, openApiDocument } from '@usher/contracts'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { bearerPaths } from './bearer-paths.ts'
import { clientDocument } from './client-document.ts'

const FILE = 'sdk/src/generated/openapi.ts'

/**
 * `npm run sdk`: regenerates the types of the client from the contracts. With `--check` it writes nothing and
 * fails if the file differs.
 */
const document = openApiDocument('https://usher.invalid')
const types = astToString(await openapiTS(JSON.stringify(clientDocument(document))))
const { version } = document.info as { version: string }
const versions = API_VERSIONS.map(({ id }) => `'${id}'`).join(', ')
const versionSource = `/** The dated version of the API that the types describe. */
export const API_VERSION = '${version}';
/** All versions, oldest first. */
export const API_VERSIONS = [${versions}] as const;
`
const source = COMMENT_HEADER + types + bearerPaths(document) + versionSource
const path = new URL(`../../${FILE}`, import.meta.url)
if (!process.argv.includes('--check')) await writeFile(path, source)
else if ((await readFile(path, 'utf8')) !== source) {
  process.stderr.write(`${FILE} is out of date: run \`npm run sdk\` and commit it\n`)
  process.exitCode = 1
}
