import { until } from '@usher/test-kit'
import { givenOwnPlace, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A queue with one guest, and what its display, its host and the guest know of the desk. */
async function givenLine() {
  const [api, open] = [harness.client(), harness.open()]
  const queue = await givenQueue(api)
  const mine = await givenOwnPlace(api, queue)
  const guest = (await api('GET', `/v1/queues/${queue}/guests`)).body.data[0].id as string
  const { join_url } = (await api('GET', `/v1/queues/${queue}`)).body
  const display = join_url.replace('http://usher.test/join/', '/public/queues/').concat('/display')
  const seen = async () => ({
    host: (await api('GET', `/v1/guests/${guest}`)).body.desk,
    guest: (await open('GET', mine)).body.desk,
    display: (await open('GET', display)).body.called.map(({ desk }: { desk: string | null }) => desk),
  })
  return { api, open, queue, guest, mine, seen }
}

describe('a host at a desk', () => {
  test('shows the desk of a call to the host, the guest and the display', async () => {
    const { api, queue, guest, seen } = await givenLine()
    expect(await seen()).toEqual({ host: null, guest: null, display: [] })
    const called = await api('POST', `/v1/queues/${queue}/call-next`, { body: { desk: 'Counter 3' } })
    expect([called.status, called.body.id, called.body.desk]).toEqual([200, guest, 'Counter 3'])
    expect(await seen()).toEqual({ host: 'Counter 3', guest: 'Counter 3', display: ['Counter 3'] })
    const event = await until('the event', () =>
      harness.events.of(guest).find(({ type }) => type === 'guest.notified'),
    )
    expect(event.data).toMatchObject({ desk: 'Counter 3', message: null })
  })

  test('shows the desk of the last call when a guest is called again', async () => {
    const { api, guest, seen } = await givenLine()
    const call = (body?: object) => api('POST', `/v1/guests/${guest}/notify`, body ? { body } : {})
    await call({ desk: 'Room 1' })
    await call({ desk: 'Room 2', text: 'Please come.' })
    expect(await seen()).toEqual({ host: 'Room 2', guest: 'Room 2', display: ['Room 2'] })
    await call()
    expect(await seen()).toEqual({ host: null, guest: null, display: [null] })
  })

  test('removes the desk when the guest defers or is seated', async () => {
    const { api, open, guest, mine, seen } = await givenLine()
    await api('POST', `/v1/guests/${guest}/notify`, { body: { desk: 'Room 1' } })
    const until = new Date(harness.clock.now().getTime() + 600_000).toISOString()
    expect((await open('POST', `${mine}/defer`, { body: { until } })).status).toBe(200)
    expect(await seen()).toEqual({ host: null, guest: null, display: [] })
    await api('POST', `/v1/guests/${guest}/notify`, { body: { desk: 'Room 1' } })
    await api('POST', `/v1/guests/${guest}/seat`)
    expect((await seen()).host).toBeNull()
    await api('POST', `/v1/guests/${guest}/undo`)
    expect((await seen()).host).toBe('Room 1')
  })

  test.each([{ desk: '' }, { desk: 'x'.repeat(41) }, { desk: null }, { desk: 'a\nb' }, { desks: 'Room 1' }])(
    'answers 400 and calls no guest for the body %j',
    async (body) => {
      const { api, queue, guest, seen } = await givenLine()
      expect((await api('POST', `/v1/queues/${queue}/call-next`, { body })).status).toBe(400)
      expect((await api('POST', `/v1/guests/${guest}/notify`, { body })).status).toBe(400)
      expect((await seen()).display).toEqual([])
    },
  )
})
