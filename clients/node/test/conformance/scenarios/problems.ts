import type { Bench } from '../bench.ts'

const UNKNOWN_GUEST = 'gst_01h455vb4pex5vsknk084sn02q'

/** Problems become typed errors. */
export function describeProblems(bench: () => Bench): void {
  test('the error for an unknown guest has the code not_found and the request id', async () => {
    const { driver } = bench()
    const failure = await driver.failure({ do: 'call', method: 'guests.get', ids: [UNKNOWN_GUEST] })
    expect(failure).toMatchObject({
      kind: 'api',
      status: 404,
      code: 'not_found',
      request_id: expect.any(String),
    })
  })

  test('the error for an invalid field has a pointer to the field', async () => {
    const { driver } = bench()
    const failure = await driver.failure({ do: 'call', method: 'queues.create', body: { name: '' } })
    expect(failure).toMatchObject({
      kind: 'api',
      status: 400,
      code: 'validation_failed',
      pointers: ['/name'],
    })
  })

  test('a wrong API key fails with the code unauthorized', async () => {
    const { driver, connect } = bench()
    await connect({ api_key: 'usk_wrong' })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 401, code: 'unauthorized' })
  })

  test('iterating over a list fails with invalid_cursor when the API refuses the cursor', async () => {
    const { driver } = bench()
    const failure = await driver.failure({ do: 'list', method: 'queues.list', query: { cursor: 'wrong' } })
    expect(failure).toMatchObject({ kind: 'api', status: 400, code: 'invalid_cursor' })
  })

  test('a 502 with an HTML page from a proxy is an error without a code', async () => {
    const { driver, proxy } = bench()
    proxy.expect({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 502, code: null })
  })

  test('attack: a 200 with an HTML page, such as that of a captive portal, is an error', async () => {
    const { driver, proxy } = bench()
    const page = { headers: { 'content-type': 'text/html' }, body: '<h1>Sign in with room 12</h1>' }
    proxy.expect({ status: 200, ...page })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 200, code: null })
  })

  test('attack: the error leaves out fields of a problem that have other types', async () => {
    const { driver, proxy } = bench()
    const body = JSON.stringify({ code: ['not_found'], detail: { a: 1 }, errors: 'all', request_id: 5 })
    proxy.expect({ status: 404, headers: { 'content-type': 'application/problem+json' }, body })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 404, code: null, pointers: [] })
  })

  test('the error keeps a code that the SDK does not know', async () => {
    const { driver, proxy } = bench()
    const body = JSON.stringify({ status: 418, code: 'is_a_teapot', detail: 'Short and stout.' })
    proxy.expect({ status: 418, headers: { 'content-type': 'application/problem+json' }, body })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 418, code: 'is_a_teapot' })
  })

  test.each(['', '..'])('refuses the id %j as a usage error and sends no request', async (id) => {
    const { driver, proxy } = bench()
    proxy.expect()
    expect(await driver.failure({ do: 'call', method: 'guests.get', ids: [id] })).toMatchObject({
      kind: 'usage',
    })
    expect(proxy.seen).toEqual([])
  })

  test('reads an object with an unknown field and an unknown status', async () => {
    const { driver, proxy, queue, usher } = bench()
    const { body } = await usher.api('GET', `/v1/queues/${await queue()}`)
    const changed = { ...body, status: 'resting', mood: 'calm' }
    proxy.expect({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(changed),
    })
    const read = await driver.ask({ do: 'call', method: 'queues.get', ids: [body.id] })
    expect(read).toMatchObject({ id: body.id, name: 'Door', status: 'resting' })
  })
}
