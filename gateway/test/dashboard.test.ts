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

describe('given a gateway with the dashboard', () => {
  test.each(['/', '/queues/q_1', '/reset-password?token=a.b', '/settings/webhooks/whk_1'])(
    'when a browser opens %s, then it gets the page, which is never kept',
    async (path) => {
      const { status, headers, text } = await asBrowser(path)
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(headers['cache-control']).toBe('no-store')
      expect(text).toContain('<div id="root">')
    },
  )

  test('when a browser with a session opens a board, then it is told to read the data with the app; else it is not', async () => {
    const reads = ['/account/me', '/v1/queues/q_1', '/v1/queues/q_1/guests?limit=100']
    const expected = reads.map((read) => `<${read}>; rel=preload; as=fetch; crossorigin`).join(', ')
    expect((await asBrowser('/queues/q_1', COOKIE)).headers.link).toBe(expected)
    expect((await asBrowser('/queues/q_1')).headers.link).toBeUndefined()
    for (const path of ['/', '/queues/new', '/queues/q_1/settings', '/queues/q_1%3E;x'])
      expect((await asBrowser(path, COOKIE)).headers.link).toBeUndefined()
  })

  test('when the page is given, then it says whether the browser sent the cookie of a session', async () => {
    const sessionOf = async (headers?: Record<string, string>) =>
      /name="usher-session" content="([^"]+)"/.exec((await asBrowser('/', headers)).text)?.[1]
    expect([await sessionOf(), await sessionOf({ cookie: 'other=1' }), await sessionOf(COOKIE)]).toEqual([
      'none',
      'none',
      'cookie',
    ])
  })

  test('when the page is given, then its policy allows its own files, and styles by a nonce of that answer alone', async () => {
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

  test('when its files are read, then they are kept for ever, compressed as the browser takes them', async () => {
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
  ])('when a browser asks for %s, then it is a problem that nothing keeps, not the page', async (path) => {
    const { status, headers } = await asBrowser(path)
    expect([status, headers['content-type']]).toEqual([404, 'application/problem+json; charset=utf-8'])
    expect(headers['cache-control']).toBe('no-store')
  })

  test('when a program asks for what is not there, then it is told so as before', async () => {
    const answers = [
      await send(`${all.url}/queues`),
      await send(`${all.url}/queues`, { headers: { accept: 'application/json' } }),
      await send(`${all.url}/queues`, { method: 'POST', headers: { accept: 'text/html' } }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect((await asBrowser('/healthz')).json()).toEqual({ status: 'ok' })
    expect((await asBrowser('/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' })
  })

  describe('when nobody is signed in and a calendar is to be connected', () => {
    const path = '/api/google-calendar/auth?provider_id=pvd_1&return_to=%2Fgoogle-calendar'

    test('then a browser is sent to sign in, and from there back', async () => {
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
    ])('then %s gets the problem', async (_, target, headers) => {
      const answer = await asBrowser(target, headers)
      expect([answer.status, answer.json().code]).toEqual([401, 'unauthorized'])
      expect(answer.headers['www-authenticate']).toContain('Bearer')
    })
  })
})
