import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { OPERATIONS } from '@usher/contracts'
import { SetupError, type SharedDocs } from '@usher/local'
import { askOnDemand } from '@usher/test-kit'
import { npmPackages } from './npm-packages.ts'

/** What Bruno itself imports with; undefined: it cannot be had on this machine. */
const bruno = await npmPackages({ '@usebruno/converters': '0.23.0' }).catch((error) => {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`skipped: ${error.message}\n`)
  return undefined
})

const IMPORT = `
import { openCollectionToBruno } from '@usebruno/converters'
import { readFileSync } from 'node:fs'
import yaml from 'js-yaml'
console.log(JSON.stringify(openCollectionToBruno(yaml.load(readFileSync(process.argv[1], 'utf8')))))
`

interface Item {
  readonly name: string
  readonly items?: readonly Item[]
  readonly request?: {
    readonly method: string
    readonly url: string
    readonly auth: { readonly mode: string }
  }
}

;(!bruno ? describe.skip : describe)('the collection for Bruno', () => {
  let collection: { readonly items: readonly Item[]; readonly environments: readonly object[] }
  beforeAll(async () => {
    const { folder } = await askOnDemand<SharedDocs>('/docs')
    const file = join(folder, 'docs/usher.opencollection.yml')
    const options = { cwd: bruno, encoding: 'utf8' as const, maxBuffer: 100_000_000 }
    const args = ['--input-type=module', '--eval', IMPORT, file]
    const { stdout, stderr } = spawnSync(process.execPath, args, options)
    if (stdout === '') throw new Error(stderr)
    collection = JSON.parse(stdout)
  })

  test('is imported by Bruno with a request for every operation and the token of an environment', () => {
    const requests = collection.items.flatMap(({ items = [] }) => items)
    expect(requests).toHaveLength(OPERATIONS.length)
    const add = requests.find(
      ({ request }) => request?.url === '{{baseUrl}}/v1/queues/:id/guests' && request.method === 'POST',
    )
    expect(add?.request).toMatchObject({ auth: { mode: 'inherit' }, body: { mode: 'json' } })
    expect(collection).toMatchObject({
      root: { request: { auth: { mode: 'bearer', bearer: { token: '{{token}}' } } } },
      environments: [{ variables: [{ name: 'baseUrl' }, { name: 'token', secret: true }] }],
    })
  })
})
