import { isUsherError, Usher, UsherError } from '@usher/sdk'

/** An Usher with the requests it makes, answered in order. */
function given(...answers: Response[]) {
  const requests: Request[] = []
  const fetch = async (request: Request) => {
    request.signal.throwIfAborted()
    requests.push(request)
    return answers.shift() ?? Response.json({ data: [], next_cursor: null })
  }
  return { requests, usher: new Usher({ baseUrl: 'http://usher.test', apiKey: 'usk_test', fetch }) }
}

const NOT_FOUND = JSON.stringify({ status: 404, code: 'not_found', detail: 'There is none.' })
const problem = { status: 404, headers: { 'content-type': 'application/problem+json' } }

describe('the Usher class', () => {
  test("sends ifMatch and headers from the call's options, and passes the response to onResponse", async () => {
    const { usher, requests } = given(Response.json({ id: 'q_1' }, { headers: { etag: '"1"' } }))
    let tag: string | null = null
    const options = { ifMatch: '"0"', headers: { 'x-request-id': 'mine' } }
    const onResponse = ({ headers }: Response) => {
      tag = headers.get('etag')
    }
    await usher.queues.update('q_1', { name: 'Bar' }, { ...options, onResponse })
    expect(requests[0]?.method).toBe('PATCH')
    expect(requests[0]?.headers.get('if-match')).toBe('"0"')
    expect(requests[0]?.headers.get('x-request-id')).toBe('mine')
    expect(tag).toBe('"1"')
  })

  test('escapes reserved characters of an id in the path', async () => {
    const { usher, requests } = given(Response.json({}))
    await usher.guests.get('a/b?c')
    expect(requests[0]?.url).toBe('http://usher.test/v1/guests/a%2Fb%3Fc')
  })

  test("throws the signal's reason when a call is aborted", async () => {
    const { usher } = given()
    const reason = new Error('enough')
    await expect(usher.queues.list({}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test('returns the text of a file, and undefined for an empty response', async () => {
    const { usher } = given(new Response('name\nAda\n'), new Response(null, { status: 204 }))
    expect(await usher.queues.guests.export('q_1')).toBe('name\nAda\n')
    expect(await usher.queues.delete('q_1', { remove_guests: 'true' })).toBeUndefined()
  })

  test('isUsherError tells whether an error has one of the given codes', async () => {
    const { usher } = given(new Response(NOT_FOUND, problem))
    const error: unknown = await usher.guests.get('gst_1').catch((thrown) => thrown)
    expect(error).toBeInstanceOf(UsherError)
    expect(isUsherError(error)).toBe(true)
    expect(isUsherError(error, 'queue_full', 'not_found')).toBe(true)
    expect(isUsherError(error, 'queue_full')).toBe(false)
    expect(isUsherError(new Error('not_found'), 'not_found')).toBe(false)
  })

  test('throws on iteration when a list is refused, without an unhandled rejection', async () => {
    const { usher } = given(new Response(NOT_FOUND, problem))
    const guests = usher.queues.guests.list('q_1')
    await expect(guests[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'not_found' })
  })
})
