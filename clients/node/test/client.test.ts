import { inspect } from 'node:util'
import { createUsherClient, type UsherClientOptions, UsherError } from '@usher/sdk'
import { API_VERSION } from '@usher/sdk/client'

/** A client, with the requests that it makes and the answers to them. */
function given(options: Partial<UsherClientOptions>, ...answers: Response[]) {
  const requests: Request[] = []
  const fetch = async (request: Request) => {
    requests.push(request)
    return answers.shift() ?? Response.json({ data: [], next_cursor: null })
  }
  const usher = createUsherClient({ baseUrl: 'http://usher.test/', apiKey: 'usk_test', fetch, ...options })
  return { usher, requests, headers: (name: string) => requests.map((request) => request.headers.get(name)) }
}

const unavailable = () => new Response(null, { status: 503, headers: { 'retry-after': '0' } })
const queue = { body: { name: 'Door' } }

describe('the SDK client', () => {
  test('sends a new Idempotency-Key with each POST, and the same one with its retries', async () => {
    const created = () => Response.json({ id: 'q_1' }, { status: 201 })
    const { usher, headers } = given({}, unavailable(), created(), created(), created())
    await usher.POST('/v1/queues', queue)
    await usher.POST('/v1/queues', queue)
    await usher.POST('/v1/queues', { ...queue, headers: { 'idempotency-key': 'mine' } })
    const [first, again, second, own] = headers('idempotency-key')
    expect(first).toMatch(/^[\w-]{36}$/)
    expect(again).toBe(first)
    expect(second).not.toBe(first)
    expect(own).toBe('mine')
  })

  test('sends the API version of its types, unless the call names another version', async () => {
    const { usher, headers } = given({})
    await usher.GET('/v1/queues')
    await usher.GET('/v1/queues', { headers: { 'usher-version': '2026-01-01' } })
    expect(headers('usher-version')).toEqual([API_VERSION, '2026-01-01'])
  })

  test('sends no Idempotency-Key with a GET', async () => {
    const { usher, headers } = given({})
    await usher.GET('/v1/queues')
    expect(headers('idempotency-key')).toEqual([null])
    expect(headers('authorization')).toEqual(['Bearer usk_test'])
  })

  test('calls the accessToken function for each request', async () => {
    const tokens = ['one', 'two']
    const requests: Request[] = []
    const usher = createUsherClient({
      baseUrl: 'http://usher.test',
      accessToken: async () => tokens.shift() ?? '',
      fetch: async (request) => {
        requests.push(request)
        return Response.json({ data: [], next_cursor: null })
      },
    })
    await usher.GET('/v1/queues')
    await usher.GET('/v1/queues')
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual(['Bearer one', 'Bearer two'])
  })

  test.each(['usk_key\nhost: x', 'usk_key x', 'usk_key…'])(
    'attack: an error about a credential that no header can carry does not contain the credential',
    async (key) => {
      for (const credential of [{ apiKey: key }, { accessToken: async () => key }]) {
        const requests: Request[] = []
        const fetch = async (request: Request) => {
          requests.push(request)
          return Response.json({})
        }
        const read = async () =>
          await createUsherClient({ baseUrl: 'http://usher.test', ...credential, fetch }).GET('/v1/queues')
        const error = await read().catch((thrown) => thrown)
        expect(inspect(error)).toMatch(/^TypeError: The credential has characters/)
        expect(inspect(error)).not.toContain('usk_key')
        expect(requests).toEqual([])
      }
    },
  )

  test.each(['', '.', '..'])('attack: sends no request when a path id is %j', async (id) => {
    const { usher, requests } = given({})
    const params = { path: { id } }
    await expect(usher.DELETE('/v1/queues/{id}', { params })).rejects.toThrow('An id is needed')
    await expect(usher.GET('/v1/queues/{id}/guests', { params })).rejects.toThrow(TypeError)
    expect(requests).toEqual([])
  })

  test('throws an UsherError with the code, detail, request ID and errors of a problem response', async () => {
    const problem = {
      title: 'The request is not valid',
      status: 400,
      code: 'validation_failed',
      detail: 'The name is missing.',
      request_id: 'req_1',
      errors: [{ pointer: '/name', message: 'is missing', code: 'required' }],
    }
    const type = { 'content-type': 'application/problem+json; charset=utf-8' }
    const { usher } = given({}, new Response(JSON.stringify(problem), { status: 400, headers: type }))
    const error = await usher.POST('/v1/queues', queue).catch((thrown) => thrown)
    expect(error).toBeInstanceOf(UsherError)
    expect(error).toMatchObject({
      name: 'UsherError',
      message: 'The name is missing.',
      status: 400,
      code: 'validation_failed',
      detail: 'The name is missing.',
      requestId: 'req_1',
      errors: problem.errors,
    })
  })

  test("throws an error without a code for a proxy's 502 page", async () => {
    const html = { 'content-type': 'text/html', 'retry-after': '7' }
    const { usher } = given({}, new Response('<h1>Bad gateway</h1>', { status: 502, headers: html }))
    const error = await usher.GET('/v1/queues').catch((thrown) => thrown)
    expect(error).toMatchObject({ status: 502, code: undefined, errors: [], retryAfterSeconds: 7 })
    expect(error.message).toBe('The request was answered 502')
  })

  test('lists items across several pages, fetching each page only when needed', async () => {
    const page = (ids: string[], next: string | null) =>
      Response.json({ data: ids.map((id) => ({ id })), next_cursor: next })
    const { usher, requests } = given({}, page(['a', 'b'], 'c1'), page([], 'c2'), page(['c'], null))
    const params = { path: { id: 'q_1' }, query: { limit: 2, status: 'waiting' } }
    const guests = usher.list('/v1/queues/{id}/guests', { params })
    expect(requests).toHaveLength(0)
    const ids: string[] = []
    for await (const { id } of guests) ids.push(id)
    expect(ids).toEqual(['a', 'b', 'c'])
    const base = 'http://usher.test/v1/queues/q_1/guests?limit=2&status=waiting'
    expect(requests.map(({ url }) => url)).toEqual([base, `${base}&cursor=c1`, `${base}&cursor=c2`])
  })

  test.each([{}, { next_cursor: 'c1' }, { next_cursor: '' }])(
    'attack: stops listing when pages repeat with %j at the end',
    async (end) => {
      const answer = () => Response.json({ data: [{ id: 'a' }], ...end })
      const { usher, requests } = given({}, answer(), answer(), answer(), answer())
      const ids: string[] = []
      const read = async () => {
        for await (const { id } of usher.list('/v1/queues')) ids.push(id)
      }
      await read().catch(({ message }) => expect(message).toContain('does not end'))
      expect(requests.length).toBeLessThanOrEqual(2)
    },
  )

  test('fetches no further page after the caller stops iterating a list', async () => {
    const { usher, requests } = given({}, Response.json({ data: [{ id: 'a' }], next_cursor: 'c1' }))
    for await (const _ of usher.list('/v1/queues')) break
    expect(requests).toHaveLength(1)
  })

  test('retries a PATCH after the waits of a custom retry policy and throws the last error', async () => {
    const waits: number[] = []
    const { usher, requests } = given(
      {
        retry: ({ request, retries, status }) =>
          retries < 2 ? (status ?? 0) + request.method.length : undefined,
        wait: async (ms) => waits.push(ms),
      },
      new Response(null, { status: 502 }),
      new Response(null, { status: 500 }),
      new Response(null, { status: 404 }),
    )
    const params = { path: { id: 'q_1' } }
    const error = await usher.PATCH('/v1/queues/{id}', { params, body: {} }).catch((thrown) => thrown)
    expect(error).toMatchObject({ name: 'UsherError', status: 404 })
    expect(waits).toEqual([507, 505])
    expect(requests).toHaveLength(3)
  })
})
