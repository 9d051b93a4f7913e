import type { Bench } from '../bench.ts'

const UNKNOWN_GUEST = 'gst_01h455vb4pex5vsknk084sn02q'

/** Problems become typed errors. */
export function describeProblems(bench: () => Bench): void {
  test('when something is unknown, then the error has its code and the id of the request', async () => {
    const { driver } = bench()
    const failure = await driver.failure({ do: 'call', method: 'guests.get', ids: [UNKNOWN_GUEST] })
    expect(failure).toMatchObject({
      kind: 'api',
      status: 404,
      code: 'not_found',
      request_id: expect.any(String),
    })
  })

  test('when a field is wrong, then the error says which', async () => {
    const { driver } = bench()
    const failure = await driver.failure({ do: 'call', method: 'queues.create', body: { name: '' } })
    expect(failure).toMatchObject({
      kind: 'api',
      status: 400,
      code: 'validation_failed',
      pointers: ['/name'],
    })
  })

  test('when the key is wrong, then the error says so', async () => {
    const { driver, connect } = bench()
    await connect({ api_key: 'usk_wrong' })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 401, code: 'unauthorized' })
  })

  test('when a list is refused, then iterating over it gives the error', async () => {
    const { driver } = bench()
    const failure = await driver.failure({ do: 'list', method: 'queues.list', query: { cursor: 'wrong' } })
    expect(failure).toMatchObject({ kind: 'api', status: 400, code: 'invalid_cursor' })
  })

  test('when something before the product answers, then there is no code', async () => {
    const { driver, proxy } = bench()
    proxy.expect({ status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 502, code: null })
  })

  test('attack: when something else answers 200, such as the page of a hotel, then it is an error', async () => {
    const { driver, proxy } = bench()
    const page = { headers: { 'content-type': 'text/html' }, body: '<h1>Sign in with room 12</h1>' }
    proxy.expect({ status: 200, ...page })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 200, code: null })
  })

  test('attack: when the fields of a problem are of other types, then it is an error without them', async () => {
    const { driver, proxy } = bench()
    const body = JSON.stringify({ code: ['not_found'], detail: { a: 1 }, errors: 'all', request_id: 5 })
    proxy.expect({ status: 404, headers: { 'content-type': 'application/problem+json' }, body })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 404, code: null, pointers: [] })
  })

  test('when a code is new, then the error carries it all the same', async () => {
    const { driver, proxy } = bench()
    const body = JSON.stringify({ status: 418, code: 'is_a_teapot', detail: 'Short and stout.' })
    proxy.expect({ status: 418, headers: { 'content-type': 'application/problem+json' }, body })
    const failure = await driver.failure({ do: 'call', method: 'queues.list' })
    expect(failure).toMatchObject({ kind: 'api', status: 418, code: 'is_a_teapot' })
  })

  test.each(['', '..'])('when an id is %j, then nothing is sent', async (id) => {
    const { driver, proxy } = bench()
    proxy.expect()
    expect(await driver.failure({ do: 'call', method: 'guests.get', ids: [id] })).toMatchObject({
      kind: 'usage',
    })
    expect(proxy.seen).toEqual([])
  })

  test('when a field and a status are new, then the answer is read all the same', async () => {
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
