import { readFile, writeFile } from 'node:fs/promises'
import { openApiDocument } from '@usher/contracts'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { clientDocument } from './client-document.ts'

/**
 * `npm run sdk`: writes the types of the SDK anew from the contracts. With `--check` it writes nothing, and
 * fails where the file that is there differs.
 */
const file = new URL('../src/generated/openapi.ts', import.meta.url)
const document = clientDocument(openApiDocument('https://usher.invalid'))
const types = COMMENT_HEADER + astToString(await openapiTS(JSON.stringify(document)))

if (!process.argv.includes('--check')) await writeFile(file, types)
else if ((await readFile(file, 'utf8')) !== types) {
  process.stderr.write('sdk/src/generated/openapi.ts is out of date: run `npm run sdk` and commit it\n')
  process.exitCode = 1
}
