import { operations } from '@usher/contracts'
import { type Client, until } from '@usher/test-kit'
import { givenGuest, givenOwnPlace, givenQueue, type Harness, startHarness } from './harness.ts'

let harness: Harness
let api: Client
let open: Client
beforeAll(async () => {
  harness = await startHarness()
  api = harness.client()
  open = harness.open()
})
afterAll(() => harness[Symbol.asyncDispose]())

/** A queue, and the path of its display. */
async function givenDisplay(settings: object = {}) {
  const queue = await givenQueue(api, settings)
  const { join_url } = (await api('GET', `/v1/queues/${queue}`)).body
  return { queue, path: join_url.replace('http://usher.test/join/', '/public/queues/').concat('/display') }
}

const LABEL = /^(\p{L}\. ){1,2}\d\d$/u

describe('a display in the room', () => {
  test('shows waiting and called guests by initials and digits, and none of their other data', async () => {
    const { queue, path } = await givenDisplay({ name: 'Terrace' })
    const details = { name: 'Ada Lovelace', phone: '+14155552671', notes: 'Allergic', party_size: 3 }
    const first = await givenGuest(api, queue, details)
    await givenGuest(api, queue, { name: 'Bob Martin' })
    await givenGuest(api, queue, { name: 'Cy' })
    expect((await open('GET', path)).body).toMatchObject({ called: [], next: [{}, {}, {}] })
    await api('POST', `/v1/guests/${first}/notify`)
    const { status, body } = await open('GET', path)
    expect([status, operations.getDisplay.answer.parse(body)]).toEqual([200, body])
    expect(body).toEqual({
      ...{ organization_id: expect.stringMatching(/^org_/), public_join: false },
      ...{ name: 'Terrace', status: 'active', pause_reason: null, timezone: expect.any(String) },
      ...{ waiting_count: 3, estimated_wait_range: expect.anything() },
      called: [{ label: expect.stringMatching(/^A\. L\. \d\d$/), called_at: expect.any(String), desk: null }],
      next: [
        { label: expect.stringMatching(/^B\. M\. \d\d$/) },
        { label: expect.stringMatching(/^C\. \d\d$/) },
      ],
    })
    expect(JSON.stringify(body)).not.toMatch(/Lovelace|Ada|4155552671|Allergic|gst_|q_/)
  })

  test('shows guests their own display label', async () => {
    const { queue, path } = await givenDisplay()
    const mine = await givenOwnPlace(api, queue)
    const { display_label } = (await open('GET', mine)).body
    expect(display_label).toMatch(LABEL)
    expect((await open('GET', path)).body.next).toEqual([{ label: display_label }])
  })

  test('shows the last eight called guests, the latest first', async () => {
    const { queue, path } = await givenDisplay()
    for (let i = 0; i < 9; i += 1) await givenGuest(api, queue, { name: `${'ABCDEFGHI'[i]} X` })
    for (let i = 0; i < 9; i += 1) {
      harness.clock.advance(1_000)
      await api('POST', `/v1/queues/${queue}/call-next`)
    }
    const { called } = (await open('GET', path)).body
    expect(called.map(({ label }: { label: string }) => label[0]).join('')).toBe('IHGFEDCB')
  })

  test('streams changes that the display shows, and no others', async () => {
    const { queue, path } = await givenDisplay()
    const guest = await givenGuest(api, queue, { name: 'Ada' })
    const stream = await harness.stream(`${path}/events`)
    expect((await stream.count(1))[0]).toMatchObject({ name: 'display', data: { called: [] } })
    await api('PATCH', `/v1/guests/${guest}`, { body: { notes: 'x' } })
    await api('POST', `/v1/guests/${guest}/notify`)
    const events = await stream.count(2)
    expect(events[1]?.data).toEqual((await open('GET', path)).body)
    expect(events[1]?.data.called).toHaveLength(1)
    await api('DELETE', `/v1/queues/${queue}?remove_guests=true`)
    await until('the end', () => stream.isOver)
  })

  test('answers 404 for a wrong slug, and 401 without the gateway', async () => {
    expect((await open('GET', '/public/queues/x/display')).status).toBe(404)
    expect((await open('GET', '/public/queues/x/display/events')).status).toBe(404)
    expect((await api('GET', (await givenDisplay()).path)).status).toBe(401)
  })
})
