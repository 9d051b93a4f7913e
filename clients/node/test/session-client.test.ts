import { createUsherClient, type UsherError } from '@usher/sdk/client'

/** A client with a session, the requests that it makes, and the errors that it reports. */
function given(...answers: Response[]) {
  const requests: Request[] = []
  const errors: UsherError[] = []
  const usher = createUsherClient({
    baseUrl: 'http://usher.test',
    session: { csrfToken: () => (requests.length > 0 ? 'csrf_1' : undefined) },
    fetch: async (request) => {
      requests.push(request)
      return answers.shift() ?? Response.json({})
    },
    onError: (error) => errors.push(error),
  })
  return { usher, requests, errors }
}

const problem = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/problem+json' } })

describe('a client with a session', () => {
  test('sends the CSRF token with writes once known, and never an Authorization header', async () => {
    const { usher, requests } = given()
    const body = { name: 'Door' }
    await usher.POST('/v1/queues', { body })
    await usher.POST('/v1/queues', { body })
    await usher.GET('/account/me')
    const sent = (name: string) => requests.map(({ headers }) => headers.get(name))
    expect(sent('x-csrf-token')).toEqual([null, 'csrf_1', null])
    expect(sent('authorization')).toEqual([null, null, null])
    expect(sent('idempotency-key')).toEqual([expect.any(String), expect.any(String), null])
  })

  test('reports and throws an error with the alternative times of a refused booking', async () => {
    const alternatives = [{ start: '2026-11-21T12:00:00Z', provider_id: 'prv_1' }]
    const { usher, errors } = given(problem(409, { code: 'slot_unavailable', alternatives }))
    const params = { path: { id: 'bkg_1' } }
    const thrown = await usher.PATCH('/api/bookings/{id}', { params, body: {} }).catch((error) => error)
    expect(thrown).toMatchObject({ code: 'slot_unavailable', alternatives })
    expect(errors).toEqual([thrown])
  })

  test('throws an error that lists the clashes of a refused series', async () => {
    const clashes = [{ start: '2026-11-21T12:00:00Z', code: 'slot_unavailable', nearest: null }]
    const { usher } = given(problem(409, { code: 'series_clash', clashes }))
    const params = { path: { id: 'ser_1' } }
    const thrown = await usher
      .POST('/api/booking-series/{id}/cancel', { params, body: {} })
      .catch((error) => error)
    expect(thrown).toMatchObject({ code: 'series_clash', clashes })
  })
})
