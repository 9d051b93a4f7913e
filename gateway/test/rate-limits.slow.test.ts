import { generateApiKey, newId } from '@usher/service-kit'
import { advance, freezeTime } from './support/frozen-time.ts'
import { type Answer, send } from './support/send.ts'
import { startAll } from './support/start.ts'

const GUEST = '/v1/guests/gst_1'
const STANDARD = { plan: 'standard' } as const

const limitsOf = ({ headers }: Answer) => [headers['ratelimit-policy'], headers.ratelimit]

/** Sends so many requests, many at once. */
async function flood(url: string, keys: readonly string[], count: number): Promise<Answer[]> {
  const answers: Answer[] = []
  let sent = 0
  const worker = async () => {
    while (sent < count) {
      sent += 1
      answers.push(await send(url, { key: keys[sent % keys.length] as string }))
    }
  }
  await Promise.all(Array.from({ length: 20 }, worker))
  return answers
}

const countOf = (answers: readonly Answer[], status: number) =>
  answers.filter((answer) => answer.status === status).length

describe('rate limits', () => {
  test('serves exactly 600 requests and the burst of 100 to a standard key', async () => {
    await using all = await startAll()
    freezeTime()
    const key = all.accounts.addKey(STANDARD)
    const answers = await flood(all.url + GUEST, [key], 850)
    expect([countOf(answers, 204), countOf(answers, 429)]).toEqual([700, 150])
    expect(all.service.received).toHaveLength(700)
  })

  test('counts the rate limit headers down, first the rate and then the burst', async () => {
    await using all = await startAll()
    freezeTime()
    const key = all.accounts.addKey(STANDARD)
    for (let left = 599; left >= 0; left -= 1) {
      expect(limitsOf(await send(all.url + GUEST, { key }))).toEqual([
        '"credential";q=600;w=60',
        `"credential";r=${left};t=60`,
      ])
    }
    advance(20)
    for (let left = 99; left >= 0; left -= 1) {
      expect(limitsOf(await send(all.url + GUEST, { key }))).toEqual([
        '"credential-burst";q=100;w=600',
        `"credential-burst";r=${left};t=600`,
      ])
    }
    const refused = await send(all.url + GUEST, { key })
    expect(limitsOf(refused)).toEqual(['"credential";q=600;w=60', '"credential";r=0;t=40'])
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '40'])
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(refused.json()).toMatchObject({ code: 'rate_limited', status: 429, instance: GUEST })
  })

  test('serves a refused key again once Retry-After has passed, and not a second earlier', async () => {
    await using all = await startAll()
    freezeTime()
    const key = all.accounts.addKey(STANDARD)
    const answers = await flood(all.url + GUEST, [key], 701)
    const seconds = Number(answers.find(({ status }) => status === 429)?.headers['retry-after'])
    advance(seconds - 1)
    expect((await send(all.url + GUEST, { key })).status).toBe(429)
    advance(1)
    // The burst takes ten minutes to come back.
    expect(countOf(await flood(all.url + GUEST, [key], 650), 204)).toBe(600)
    advance(600)
    expect(countOf(await flood(all.url + GUEST, [key], 750), 204)).toBe(700)
  })

  test('keys of one organisation share its limit and those of another are not affected', async () => {
    await using all = await startAll()
    freezeTime()
    const organization_id = newId('organization')
    const keys = [1, 2, 3].map(() => all.accounts.addKey({ ...STANDARD, organization_id }))
    const answers = await flood(all.url + GUEST, keys, 850)
    expect([countOf(answers, 204), countOf(answers, 429)]).toEqual([700, 150])
    const refused = await send(all.url + GUEST, { key: keys[0] as string })
    expect(limitsOf(refused)).toEqual(['"organization";q=600;w=60', '"organization";r=0;t=60'])
    expect(refused.json().detail).toContain('organisation')
    const stranger = all.accounts.addKey(STANDARD)
    expect((await send(all.url + GUEST, { key: stranger })).status).toBe(204)
  })

  test('announces a limit of 60,000 requests per minute on the development plan', async () => {
    await using all = await startAll()
    const key = all.accounts.addKey()
    expect(limitsOf(await send(all.url + GUEST, { key }))).toEqual([
      '"credential";q=60000;w=60',
      '"credential";r=59999;t=60',
    ])
  })

  test('counts each answer to a valid key and overrides the rate limit headers of the service', async () => {
    await using all = await startAll()
    freezeTime()
    const key = all.accounts.addKey({ ...STANDARD, scopes: ['guests:read'] })
    all.service.answerWith(({ res }) => res.writeHead(404, { ratelimit: 'x', 'ratelimit-policy': 'x' }).end())
    const answers = [
      await send(all.url + GUEST, { key }),
      await send(`${all.url}${GUEST}/seat`, { method: 'POST', key }),
    ]
    await all.service[Symbol.asyncDispose]()
    answers.push(await send(all.url + GUEST, { key }))
    expect(answers.map(({ status }) => status)).toEqual([404, 403, 503])
    expect(answers.map((answer) => answer.headers.ratelimit)).toEqual(
      [599, 598, 597].map((left) => `"credential";r=${left};t=60`),
    )
  })

  test("a 429 of a service keeps the service's own rate limit headers, or has none", async () => {
    await using all = await startAll()
    const key = all.accounts.addKey(STANDARD)
    const own = { ratelimit: '"join-address";r=0;t=9', 'ratelimit-policy': '"join-address";q=5;w=600' }
    all.service.answerWith(({ res }) => res.writeHead(429, own).end())
    expect(limitsOf(await send(all.url + GUEST, { key }))).toEqual([own['ratelimit-policy'], own.ratelimit])
    all.service.answerWith(({ res }) => res.writeHead(429, { 'retry-after': '9' }).end())
    expect(limitsOf(await send(all.url + GUEST, { key }))).toEqual([undefined, undefined])
  })

  test('does not limit health, readiness and the API description', async () => {
    await using all = await startAll()
    for (const path of ['/healthz', '/readyz', '/openapi.json']) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(all.url + path)))
      expect(countOf(answers, 200)).toBe(100)
      expect(answers[0]?.headers.ratelimit).toBeUndefined()
    }
    expect((await send(`${all.gateway.metricsUrl}/metrics`)).status).toBe(200)
  })
})

describe('guessing API keys', () => {
  const statusOf = async (url: string, key: string | undefined) =>
    (await send(url, key === undefined ? {} : { key })).status

  test('answers 429 after 60 failed credentials from an address, but still serves a valid key from it', async () => {
    await using all = await startAll()
    freezeTime()
    const wrong = [generateApiKey(), 'mistyped', undefined]
    for (let i = 0; i < 60; i += 1) expect(await statusOf(all.url + GUEST, wrong[i % 3])).toBe(401)
    advance(15)
    for (const key of [...wrong, generateApiKey()]) {
      const answer = await send(all.url + GUEST, key === undefined ? {} : { key })
      expect([answer.status, answer.json().code]).toEqual([429, 'rate_limited'])
      expect([answer.headers['retry-after'], answer.headers['www-authenticate']]).toEqual(['45', undefined])
    }
    expect(await statusOf(all.url + GUEST, all.accounts.addKey())).toBe(204)
    advance(45)
    expect(await statusOf(all.url + GUEST, generateApiKey())).toBe(401)
  })

  test('does not look up new keys of an address after 300 guesses until the minute has passed', async () => {
    await using all = await startAll()
    freezeTime()
    const inUse = all.accounts.addKey()
    await statusOf(all.url + GUEST, inUse)
    for (let i = 0; i < 300; i += 1) await statusOf(all.url + GUEST, generateApiKey())
    const right = all.accounts.addKey()
    const asked = all.accounts.received.length
    for (const key of [generateApiKey(), right]) expect(await statusOf(all.url + GUEST, key)).toBe(429)
    expect(all.accounts.received).toHaveLength(asked)
    // Past the time for which the gateway knows a caller, so that the key in use is looked up anew.
    advance(31)
    expect(await statusOf(all.url + GUEST, inUse)).toBe(204)
    expect(all.accounts.received).toHaveLength(asked + 1)
    expect(await statusOf(all.url + GUEST, right)).toBe(429)
    advance(29)
    expect(await statusOf(all.url + GUEST, right)).toBe(204)
  })

  test('does not look up a revoked key again after 300 guesses from its address', async () => {
    await using all = await startAll()
    freezeTime()
    const key = all.accounts.addKey()
    await statusOf(all.url + GUEST, key)
    all.accounts.removeKey(key)
    advance(31)
    expect(await statusOf(all.url + GUEST, key)).toBe(401)
    for (let i = 0; i < 300; i += 1) await statusOf(all.url + GUEST, generateApiKey())
    const asked = all.accounts.received.length
    expect(await statusOf(all.url + GUEST, key)).toBe(429)
    expect(all.accounts.received).toHaveLength(asked)
  })

  test('counts addresses behind a trusted proxy separately and ignores X-Forwarded-For from others', async () => {
    await using trusting = await startAll({ trustedProxies: ['127.0.0.0/8', '::1'] })
    await using other = await startAll()
    const statusesFrom = async (url: string, address: string, count: number) => {
      const headers = { 'x-forwarded-for': address }
      const sent = Array.from({ length: count }, () => send(url + GUEST, { headers }))
      return new Set((await Promise.all(sent)).map(({ status }) => status))
    }
    for (const { url } of [trusting, other]) await statusesFrom(url, '192.0.2.1', 60)
    expect(await statusesFrom(trusting.url, '192.0.2.1', 1)).toEqual(new Set([429]))
    expect(await statusesFrom(trusting.url, '192.0.2.2', 1)).toEqual(new Set([401]))
    expect(await statusesFrom(other.url, '192.0.2.2', 1)).toEqual(new Set([429]))
  })
})
