import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

const SCRIPT = 'console.log("usher")'
const PAGE =
  '<meta name="usher-style-nonce" content="USHER_STYLE_NONCE">' +
  '<meta name="usher-session" content="USHER_SESSION"><div id="root"></div>'
const COOKIE = { cookie: '__Host-usher_session=any' }

const folder = mkdtempSync(join(tmpdir(), 'usher-dashboard-'))
let all: Awaited<ReturnType<typeof startAll>>
beforeAll(async () => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), PAGE)
  writeFileSync(join(folder, 'assets/main-1a2b.js'), SCRIPT)
  writeFileSync(join(folder, 'assets/main-1a2b.js.br'), brotliCompressSync(SCRIPT))
  all = await startAll({ dashboardDir: folder })
})
afterAll(async () => {
  await all?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const asBrowser = (path: string, headers: Record<string, string> = {}) =>
  send(all.url + path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', ...headers } })

describe('a gateway that serves the dashboard', () => {
  test.each(['/', '/queues/q_1', '/reset-password?token=a.b', '/settings/webhooks/whk_1'])(
    'serves the page with no-store to a browser that opens %s',
    async (path) => {
      const { status, headers, text } = await asBrowser(path)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(headers['cache-control']).toBe('no-store')
      expect(text).toContain('<div id="root">')
    },
  )

  test('preloads the data of a board only for a browser with a session cookie', async () => {
    const reads = ['/account/me', '/v1/queues/q_1', '/v1/queues/q_1/guests?limit=100']
    const expected = reads.map((read) => `<${read}>; rel=preload; as=fetch; crossorigin`).join(', ')
    expect((await asBrowser('/queues/q_1', COOKIE)).headers.link).toBe(expected)
    expect((await asBrowser('/queues/q_1')).headers.link).toBeUndefined()
    for (const path of ['/', '/queues/new', '/queues/q_1/settings', '/queues/q_1%3E;x'])
      expect((await asBrowser(path, COOKIE)).headers.link).toBeUndefined()
  })

  test('marks in the page whether the browser sent a session cookie', async () => {
    const sessionOf = async (headers?: Record<string, string>) =>
      /name="usher-session" content="([^"]+)"/.exec((await asBrowser('/', headers)).text)?.[1]
    expect([await sessionOf(), await sessionOf({ cookie: 'other=1' }), await sessionOf(COOKIE)]).toEqual([
      'none',
      'none',
      'cookie',
    ])
  })

  test('serves the page with a policy that allows its own files, and styles by a fresh nonce', async () => {
    const [one, other] = [await asBrowser('/'), await asBrowser('/')]
    const nonces = [one, other].map(({ text }) => /content="([^"]+)"/.exec(text)?.[1])
    expect(new Set(nonces).size).toBe(2)
    const policy = String(one.headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'nonce-${nonces[0]}'`)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
    expect(one.headers['x-frame-options']).toBe('DENY')
  })

  test('serves assets as immutable, compressed if the browser accepts it', async () => {
    const path = '/assets/main-1a2b.js'
    const plain = await send(all.url + path)
    expect([plain.status, plain.text, plain.headers['content-encoding']]).toEqual([200, SCRIPT, undefined])
    expect(plain.headers['cache-control']).toBe('public,max-age=31536000,immutable')
    expect(plain.headers['x-content-type-options']).toBe('nosniff')
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
    const small = await send(all.url + path, { headers: { 'accept-encoding': 'gzip, br' } })
    expect([small.status, small.headers['content-encoding']]).toEqual([200, 'br'])
  })

  test.each([
    '/assets/main-0000.js',
    '/assets/',
    '/assets/../index.html',
    '/favicon.ico',
    '/v1/nothing',
    '/api/nothing',
    '/oauth/nothing',
  ])('answers a browser that opens %s with a 404 problem and no-store, not with the page', async (path) => {
    const { status, headers } = await asBrowser(path)
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect(headers['cache-control']).toBe('no-store')
  })

  test('answers 404 to a program at a path of the dashboard and still serves /healthz and /openapi.json', async () => {
    const answers = [
      await send(`${all.url}/queues`),
      await send(`${all.url}/queues`, { headers: { accept: 'application/json' } }),
      await send(`${all.url}/queues`, { method: 'POST', headers: { accept: 'text/html' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await asBrowser('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await asBrowser('/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' })
  })

  describe('connecting a calendar without a session', () => {
    const path = '/api/google-calendar/auth?provider_id=pvd_1&return_to=%2Fgoogle-calendar'

    test('redirects a browser to sign-in with the way back', async () => {
      const { status, headers, text } = await asBrowser(path)
      expect([status, text]).toEqual([302, ''])
      expect(headers.location).toBe(`/sign-in?next=${encodeURIComponent(path)}`)
      expect([headers['cache-control'], headers.vary]).toEqual(['no-store', 'accept'])
    })

    test.each([
      ['a program', path, { accept: 'application/json' }],
      ['whoever takes anything', path, { accept: '*/*' }],
      ['a browser with a wrong token', path, { authorization: 'Bearer x' }],
      ['a browser that reads what leads nowhere', '/v1/queues', {}],
    ])('answers 401 as a problem to %s', async (_, target, headers) => {
      const answer = await asBrowser(target, headers)
      expect([answer.status, answer.json().code]).toEqual([401, 'unauthorized'])
      expect(answer.headers['www-authenticate']).toContain('Bearer')
    })
  })
})
