import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const folder = mkdtempSync(join(tmpdir(), 'usher-docs-'))
const built = join(folder, 'built')
let all: Awaited<ReturnType<typeof startAll>>
beforeAll(async () => {
  all = await startAll({ docsDir: built })
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const read = (path: string, headers: Record<string, string> = {}) => send(all.url + path, { headers })
const asBrowser = { accept: 'text/html,*/*;q=0.8' }

describe('given a program that knows the address of Usher alone', () => {
  test('when it asks there, then it is sent to the documentation', async () => {
    const { status, headers } = await read('/')
    expect([status, headers.location]).toEqual([302, '/docs'])
  })
})

function givenBuild() {
  const files = {
    'policy.json': '{"scriptHashes":["sha256-abc="]}',
    'llms.txt': '# Usher',
    'docs/404.html': '<h1>Page not found</h1>',
    'docs/index.html': '<h1>Usher for developers</h1>',
    'docs/guides/webhooks/index.html': '<h1>Webhooks</h1>',
    'docs/guides/webhooks.md': '# Webhooks',
    'docs/_astro/page.1a2b.js': 'start()',
    'docs/pagefind/en.pf_meta': 'index',
  }
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(built, path, '..'), { recursive: true })
    writeFileSync(join(built, path), content)
  }
  writeFileSync(join(built, 'docs/guides/webhooks/index.html.br'), brotliCompressSync('<h1>Webhooks</h1>'))
}

describe('given a gateway whose documentation is not built yet', () => {
  test.each(['/docs', '/docs/guides/webhooks', '/llms.txt'])(
    'when %s is read, then the answer says so, and when to come back',
    async (path) => {
      rmSync(built, { recursive: true, force: true })
      const { status, headers, json } = await read(path)
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '10', 'no-store'])
      expect(json().detail).toBe('The documentation is being built. Try again in a few seconds.')
    },
  )
})

describe('given a gateway whose documentation was built after it started', () => {
  beforeAll(givenBuild)

  test.each([
    ['/docs', '<h1>Usher for developers</h1>', 'text/html;charset=utf-8'],
    ['/docs/guides/webhooks', '<h1>Webhooks</h1>', 'text/html;charset=utf-8'],
    ['/docs/guides/webhooks.md', '# Webhooks', 'text/markdown; charset=utf-8'],
    ['/docs/pagefind/en.pf_meta', 'index', 'application/octet-stream'],
    ['/llms.txt', '# Usher', 'text/plain; charset=utf-8'],
  ])('when anyone reads %s, then it is given without a credential', async (path, text, type) => {
    const answer = await read(path)
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, text, type])
    expect(answer.headers['cache-control']).toMatch(/^public, ?max-age=300$/)
  })

  test('when a browser takes compressed pages, then it gets one', async () => {
    const { headers } = await read('/docs/guides/webhooks', { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBe('br')
  })

  test('when a page is given, then its policy allows its own files and the scripts that it was built with', async () => {
    const policy = String((await read('/docs')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-abc=';")
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/'unsafe-/)
  })

  test('when its assets are read, then they are kept for ever', async () => {
    const { headers } = await read('/docs/_astro/page.1a2b.js')
    expect(headers['cache-control']).toBe('public,max-age=31536000,immutable')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test('when there is no such page, then a browser gets a page that says so, and a program a problem', async () => {
    const page = await read('/docs/guides/nothing', asBrowser)
    expect([page.status, page.text, page.headers['cache-control']]).toEqual([
      404,
      '<h1>Page not found</h1>',
      'no-store',
    ])
    for (const path of ['/docs/guides/nothing.md', '/docs/_astro/none.js', '/docs/../policy.json']) {
      const { status, headers } = await read(path, { accept: 'application/json' })
      expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
    }
  })

  test('when something is sent there, then the methods that work are named', async () => {
    const { status, headers } = await send(`${all.url}/docs/guides/webhooks`, { method: 'POST' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})
