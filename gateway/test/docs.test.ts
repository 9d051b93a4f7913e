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

describe('a program that knows only the address of Usher', () => {
  test('is redirected from / to the documentation', async () => {
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

describe('a gateway whose documentation is not built yet', () => {
  test.each(['/docs', '/docs/guides/webhooks', '/llms.txt'])(
    'answers 503 with Retry-After at %s',
    async (path) => {
      rmSync(built, { recursive: true, force: true })
      const { status, headers, json } = await read(path)
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '10', 'no-store'])
      expect(json().detail).toBe('The documentation is being built. Try again in a few seconds.')
    },
  )
})

describe('a gateway whose documentation is built after the start', () => {
  beforeAll(givenBuild)

  test.each([
    ['/docs', '<h1>Usher for developers</h1>', 'text/html;charset=utf-8'],
    ['/docs/guides/webhooks', '<h1>Webhooks</h1>', 'text/html;charset=utf-8'],
    ['/docs/guides/webhooks.md', '# Webhooks', 'text/markdown; charset=utf-8'],
    ['/docs/pagefind/en.pf_meta', 'index', 'application/octet-stream'],
    ['/llms.txt', '# Usher', 'text/plain; charset=utf-8'],
  ])('serves %s without a credential', async (path, text, type) => {
    const answer = await read(path)
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([200, text, type])
    expect(answer.headers['cache-control']).toMatch(/^public, ?max-age=300$/)
  })

  test('serves compressed pages to a browser that accepts them', async () => {
    const { headers } = await read('/docs/guides/webhooks', { 'accept-encoding': 'gzip, br' })
    expect(headers['content-encoding']).toBe('br')
  })

  test('serves pages with a policy that allows their own files and the scripts of the build', async () => {
    const policy = String((await read('/docs')).headers['content-security-policy'])
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-abc=';")
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/'unsafe-/)
  })

  test('serves the assets of the documentation as immutable', async () => {
    const { headers } = await read('/docs/_astro/page.1a2b.js')
    expect(headers['cache-control']).toBe('public,max-age=31536000,immutable')
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
  })

  test('answers an unknown page with a 404 page to a browser and with a problem to a program', async () => {
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

  test('answers 405 with the allowed methods to a POST', async () => {
    const { status, headers } = await send(`${all.url}/docs/guides/webhooks`, { method: 'POST' })
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })
})
