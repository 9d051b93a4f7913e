import { readFile, writeFile } from 'node:fs/promises'
import { openApiDocument } from '@usher/contracts'
import openapiTS, { astToString, COMMENT_HEADER } from 'openapi-typescript'
import { clientDocument, type IsCalled } from './client-document.ts'

const clients: readonly { readonly file: string; readonly isCalled: IsCalled }[] = [
  {
    file: 'sdk/src/generated/openapi.ts',
    isCalled: (security) => security.some((way) => 'apiKey' in way || 'oauth' in way),
  },
  {
    file: 'dashboard/src/api/generated/openapi.ts',
    isCalled: (security) => security.length === 0 || security.some((way) => 'session' in way),
  },
]

/**
 * `npm run sdk`: regenerates the types of the SDK and the dashboard from the contracts. With `--check` it
 * writes nothing and fails if a file differs.
 */
const document = openApiDocument('https://usher.invalid')
for (const { file, isCalled } of clients) {
  const path = new URL(`../../${file}`, import.meta.url)
  const called = clientDocument(document, isCalled)
  const types = COMMENT_HEADER + astToString(await openapiTS(JSON.stringify(called)))
  if (!process.argv.includes('--check')) await writeFile(path, types)
  else if ((await readFile(path, 'utf8')) !== types) {
    process.stderr.write(`${file} is out of date: run \`npm run sdk\` and commit it\n`)
    process.exitCode = 1
  }
}
