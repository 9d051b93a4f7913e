import { newId } from '@usher/service-kit'
import { collectEvents, until } from '@usher/test-kit'
import { AGENT_HEADERS, type Agent, agentAt, LIST, SEAT, textOf } from './support/agent.ts'
import { freezeTime } from './support/frozen-time.ts'
import { recordsIn } from './support/records.ts'
import { send } from './support/send.ts'
import { startAll } from './support/start.ts'

let all: Awaited<ReturnType<typeof startAll>>
let key: string
let post: Agent['post']
let call: Agent['call']
beforeAll(async () => {
  all = await startAll()
  key = all.accounts.addKey()
  const agent = agentAt(all.url, key)
  post = agent.post
  call = agent.call
})
afterAll(() => all?.[Symbol.asyncDispose]())

const refuseInService = (code: string, status: number, detail: string) =>
  all.service.answerWith(({ res }) =>
    res
      .writeHead(status, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ type: 'x', title: 'No', status, detail, instance: '/', code, request_id: 'r' })),
  )

describe('a page of another site in the browser of a signed-in member', () => {
  test('answers 401 to a request that has only a session cookie', async () => {
    const cookie = `usher_session=${all.accounts.addSession()}`
    const { status, headers } = await send(`${all.url}/mcp`, {
      ...{ method: 'POST', body: JSON.stringify(LIST), headers: { ...AGENT_HEADERS, cookie } },
    })
    expect([status, headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="usher", resource_metadata="http://usher.test/.well-known/oauth-protected-resource/mcp"',
    ])
  })

  test('answers 403 to a foreign Origin header (DNS rebinding) although the key is valid', async () => {
    for (const origin of ['http://evil.test', 'null', 'http://usher.test.evil.test']) {
      expect(await post(LIST, { headers: { origin } })).toMatchObject({
        status: 403,
        json: { code: 'forbidden' },
      })
    }
    expect((await post(LIST, { headers: { origin: 'http://usher.test' } })).status).toBe(200)
  })

  test('accepts origins of the machine at a server on the machine, and no others', async () => {
    await using local = await startAll({ publicUrl: 'http://localhost:8080' })
    const agent = agentAt(local.url, local.accounts.addKey())
    const statusFor = async (origin: string) => (await agent.post(LIST, { headers: { origin } })).status
    for (const origin of [
      'http://localhost:6274',
      'http://127.0.0.1:3000',
      'http://[::1]',
      'https://localhost',
    ])
      expect([origin, await statusFor(origin)]).toEqual([origin, 200])
    for (const origin of ['http://evil.test', 'null', 'http://localhost.evil.test', 'http://192.168.0.2'])
      expect([origin, await statusFor(origin)]).toEqual([origin, 403])
    expect((await post(LIST, { headers: { origin: 'http://localhost:6274' } })).status).toBe(403)
  })

  test('answers 415 to a body of the type text/plain', async () => {
    expect((await post(LIST, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
  })
})

describe('hostile MCP messages', () => {
  test('answers 413 to a body of one megabyte', async () => {
    const large = { ...LIST, params: { cursor: 'x'.repeat(1_000_000) } }
    expect(await post(large, { headers: { connection: 'close' } })).toMatchObject({
      status: 413,
      json: { code: 'payload_too_large' },
    })
  })

  test('refuses a batch as a whole and calls no service', async () => {
    const batch = Array.from({ length: 100 }, (_, id) => ({
      ...LIST,
      id,
      method: 'tools/call',
      params: SEAT,
    }))
    all.service.reset()
    expect(await post(batch)).toMatchObject({ status: 400, json: { code: 'validation_failed' } })
    expect(all.service.received).toEqual([])
  })

  test.each([
    ['no JSON', '{', 'malformed_json'],
    ['no message', '"ÿ"', undefined],
    ['nested deeply', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'malformed_json'],
  ])('answers 400 to a body that is %s', async (_, body, code) => {
    const { status, json } = await post(body)
    expect([status, json.code]).toEqual([400, code])
  })

  test('refuses unknown tool arguments with an error as text and calls no service', async () => {
    all.service.reset()
    const answer = await call({ ...SEAT, arguments: { guest_id: '../../v1/queues', organization_id: 'x' } })
    expect(textOf(answer)).toBe(
      'The input is not valid: guest_id must be an identifier starting with gst_; organization_id is not a known field.',
    )
    expect(all.service.received).toEqual([])
  })

  test('answers an unknown tool name with the JSON-RPC error -32602', async () => {
    for (const name of ['delete_everything', 'toString', '__proto__'])
      expect((await call({ name })).json).toMatchObject({ error: { code: -32602 } })
  })

  test.each([
    ['tools/call', undefined, '"params"'],
    ['tools/call', {}, '"name"'],
    ['tools/call', { name: 1 }, '"name"'],
    ['tools/call', { name: 'list_queues', arguments: 'all' }, '"arguments"'],
    ['tools/list', { cursor: 1 }, 'cursor'],
    ['initialize', { protocolVersion: 1 }, 'initialize'],
  ])(
    'answers %s with the params %j with the error -32602, which names the wrong field',
    async (method, params, field) => {
      const { status, json } = await post({ jsonrpc: '2.0', id: 7, method, params })
      expect([status, json.id, json.error.code]).toEqual([200, 7, -32602])
      expect(json.error.message).toContain(field)
    },
  )

  test.each([
    [{ id: 7, method: 'tools/list' }, 7],
    [{ jsonrpc: '1.0', id: 7, method: 'tools/list' }, 7],
    [{ jsonrpc: '2.0', id: 7, method: 1 }, null],
    [{ jsonrpc: '2.0', id: { a: 1 }, method: 'tools/list' }, null],
    [{ jsonrpc: '2.0', id: 7 }, null],
    ['"tools/list"', null],
    ['null', null],
  ])('answers %j, which is JSON but not a JSON-RPC message, with the error -32600', async (message, id) => {
    const { status, json } = await post(message)
    expect([status, json.id, json.error.code]).toEqual([400, id, -32600])
  })

  test('answers 405 to GET, DELETE and PUT', async () => {
    for (const method of ['GET', 'DELETE', 'PUT']) {
      const { status, headers } = await send(`${all.url}/mcp`, { method, key, headers: AGENT_HEADERS })
      expect([status, headers.allow]).toEqual([405, 'POST'])
    }
  })
})

describe('an agent in a loop', () => {
  test('a tool call that makes one request counts once against the rate limit of its key', async () => {
    freezeTime()
    refuseInService('invalid_transition', 409, 'The guest is seated already.')
    const once = { key: all.accounts.addKey({ actor: newId('apiKey') }) }
    const answers = [await call(SEAT, once), await call(SEAT, once), await post(LIST, once)]
    expect(all.service.received).not.toEqual([])
    expect(answers.map(({ headers }) => headers.ratelimit)).toEqual(
      [59_999, 59_998, 59_997].map((left) => `"credential";r=${left};t=60`),
    )
  })

  test('refuses the 61st change within a minute with an error as text and still answers reads', async () => {
    freezeTime()
    refuseInService('invalid_transition', 409, 'The guest is seated already.')
    const looping = { key: all.accounts.addKey({ actor: newId('apiKey') }) }
    for (let count = 0; count < 60; count++)
      expect(textOf(await call(SEAT, looping))).toBe('The guest is seated already.')
    all.service.reset()
    const refused = await call(SEAT, looping)
    expect(refused).toMatchObject({ status: 200, json: { result: { isError: true } } })
    expect(textOf(refused)).toMatch(
      /^This client has made 60 changes within a minute, the most that an agent may. Try again in \d+ seconds.$/,
    )
    expect(all.service.received).toEqual([])
    expect((await post(LIST, looping)).status).toBe(200)
    expect(textOf(await call(SEAT, { key: all.accounts.addKey() }))).not.toContain('60 changes')
  })
})

describe('a credential without a scope', () => {
  test('hides a tool whose scope is missing, and refuses to call it without calling a service', async () => {
    const reader = { key: all.accounts.addKey({ scopes: ['guests:read'] }) }
    const { json } = await post(LIST, reader)
    expect(json.result.tools.map(({ name }: { name: string }) => name)).toEqual(['get_line', 'find_guests'])
    all.service.reset()
    expect(textOf(await call(SEAT, reader))).toContain('needs the scope guests:write')
    expect(all.service.received).toEqual([])
  })

  test('hides the tools of the platform API from an API key and refuses to call them', async () => {
    const { json } = await post(LIST)
    const names = json.result.tools.map(({ name }: { name: string }) => name)
    expect([names.includes('add_guest'), names.includes('create_booking')]).toEqual([true, false])
    const booking = { name: 'list_bookings', arguments: {} }
    expect(textOf(await call(booking))).toContain('needs an OAuth access token')
  })
})

describe('a change made by a tool', () => {
  test('records that the change came via MCP and on whose behalf', async () => {
    await using collector = await collectEvents(all.infrastructure.rabbitUrl)
    const member = newId('member')
    const given = { organization_id: newId('organization'), actor: newId('oauthClient') }
    const agent = { key: all.accounts.addKey({ ...given, on_behalf_of: member }) }
    refuseInService('invalid_transition', 409, 'The guest is seated already.')
    await call(SEAT, { ...agent, headers: { 'user-agent': 'Agent/1' } })
    const record = await until('the record', () =>
      recordsIn(collector).find(({ organization_id }) => organization_id === given.organization_id),
    )
    expect(record).toMatchObject({
      ...{ actor: given.actor, operation: 'seatGuest', status: 409 },
      audit: { resource: SEAT.arguments.guest_id, user_agent: 'Agent/1', via: 'mcp', on_behalf_of: member },
    })
  })
})
