import { givenGuest } from './harness.ts'
import { givenCheckedIn, givenLine, lineOf, startOneLine } from './one-line-harness.ts'

let stage: Awaited<ReturnType<typeof startOneLine>>
beforeAll(async () => {
  stage = await startOneLine()
})
afterAll(() => stage.harness[Symbol.asyncDispose]())

const positions = async (queue: string) =>
  (await lineOf(stage.api, queue)).data
    .filter(({ kind }) => kind === 'guest')
    .map(({ name, position }) => `${position} ${name}`)

/** A booking that is due and first by turn, though its customer came last. */
async function givenDueBooking() {
  const place = await givenLine(stage.api, { service_minutes: 10, servers: 1 }, { mode: 'precedence' })
  const ids: Record<string, string> = {}
  for (const name of ['A', 'B', 'C', 'D']) ids[name] = await givenGuest(stage.api, place.queue, { name })
  ids.Bea = (await givenCheckedIn(stage, { ...place, in: 0, name: 'Bea' })).guest
  await stage.beat(stage.api, place.queue)
  return { ...place, ids }
}

describe('a line whose first guest by turn came last', () => {
  test('a guest moved to the second place gets the second place', async () => {
    const { queue, ids } = await givenDueBooking()
    expect(await positions(queue)).toEqual(['1 Bea', '2 A', '3 B', '4 C', '5 D'])
    const { status, body } = await stage.api('POST', `/v1/guests/${ids.C}/move`, { body: { position: 2 } })
    expect([status, body.position]).toEqual([200, 2])
    expect(await positions(queue)).toEqual(['1 Bea', '2 C', '3 A', '4 B', '5 D'])
  })

  test('a guest moved behind another who was called by name gets the place after it', async () => {
    const place = await givenLine(stage.api, { service_minutes: 10, servers: 1 }, { mode: 'precedence' })
    const ids: Record<string, string> = {}
    for (const name of ['A', 'B', 'C', 'D']) ids[name] = await givenGuest(stage.api, place.queue, { name })
    await stage.api('POST', `/v1/guests/${ids.D}/notify`)
    await stage.beat(stage.api, place.queue)
    expect(await positions(place.queue)).toEqual(['1 D', '2 A', '3 B', '4 C'])
    const { body } = await stage.api('POST', `/v1/guests/${ids.C}/move`, { body: { position: 2 } })
    expect(body.position).toBe(2)
  })

  test('a guest who lets one party pass is behind that party only', async () => {
    const { queue, ids } = await givenDueBooking()
    const { body: guest } = await stage.api('GET', `/v1/guests/${ids.A}`)
    const token = guest.status_url.split('/').at(-1)
    const open = stage.harness.open()
    const { status, body } = await open('POST', `/public/guests/${token}/defer`, { body: { parties: 1 } })
    expect([status, body.position]).toEqual([200, 3])
    expect(await positions(queue)).toEqual(['1 Bea', '2 B', '3 A', '4 C', '5 D'])
  })

  test('the booked guest who lets one party pass goes behind it', async () => {
    const { queue, ids } = await givenDueBooking()
    const { body: guest } = await stage.api('GET', `/v1/guests/${ids.Bea}`)
    const token = guest.status_url.split('/').at(-1)
    const open = stage.harness.open()
    const { status, body } = await open('POST', `/public/guests/${token}/defer`, { body: { parties: 1 } })
    expect([status, body.position]).toEqual([200, 2])
    expect(await positions(queue)).toEqual(['1 A', '2 Bea', '3 B', '4 C', '5 D'])
  })
})

describe('a guest who came early for a booking', () => {
  test('walk-ins called before the booked time are not given as the reason for a late turn', async () => {
    const place = await givenLine(stage.api, { service_minutes: 10, servers: 1 }, { mode: 'precedence' })
    const { guest } = await givenCheckedIn(stage, { ...place, in: 25, name: 'Bea' })
    for (const name of ['A', 'B']) await givenGuest(stage.api, place.queue, { name, party_size: 4 })
    await stage.beat(stage.api, place.queue)
    const { body } = await stage.api('POST', `/v1/queues/${place.queue}/call-next`)
    expect([body.name, body.clause]).toEqual(['A', 'arrival'])
    await stage.api('POST', `/v1/guests/${body.id}/seat`)
    stage.clock.advance(45 * 60_000)
    await stage.beat(stage.api, place.queue)
    const { delay } = (await stage.api('GET', `/v1/guests/${guest}`)).body
    expect(delay?.minutes).toBeGreaterThan(5)
    expect(delay?.reason).not.toBe('let_in_ahead')
  })
})
