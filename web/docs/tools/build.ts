import { mkdir, rm, writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { build } from 'astro'
import { finishPages } from './finish-pages.ts'
import { tryableOperations } from './reference/try.ts'
import { apiDocument, readPages } from './site-pages.ts'
import { writeTwins } from './twins.ts'

/**
 * `node web/docs/tools/build.ts FOLDER`: builds the documentation. `FOLDER/docs` is what is served at `/docs`,
 * `FOLDER/llms.txt` lists the pages, and `FOLDER/policy.json` has the hashes of the scripts within the pages.
 */
// Usher starts beside it: whatever else runs goes first.
setPriority(10)

const [given] = process.argv.slice(2)
if (given === undefined) throw new Error('Usage: node web/docs/tools/build.ts FOLDER')
const folder = resolve(given)
const site = join(folder, 'docs')
const cache = join(folder, '.cache')
await mkdir(cache, { recursive: true })
await build({ root: join(import.meta.dirname, '..'), outDir: site, cacheDir: cache, logLevel: 'warn' })
await rm(cache, { recursive: true })
const { document, examples } = apiDocument()
const operations = tryableOperations(document, examples)
await writeFile(join(site, 'reference/operations.json'), JSON.stringify(operations))
await writeTwins(await readPages(), folder)
await finishPages(folder)
