import { type EventReader, until } from '@usher/test-kit'
import { givenQueue, type Harness, startHarness } from './harness.ts'

const VENUE = '198.51.100.7'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness[Symbol.asyncDispose]())

const opened: EventReader[] = []
afterEach(() => {
  for (const stream of opened.splice(0)) stream.leave()
})

/** The stream of a new queue's display, which anybody can open who knows the address of its join page. */
async function givenDisplay() {
  const api = harness.client()
  const { join_url } = (await api('GET', `/v1/queues/${await givenQueue(api)}`)).body
  const path = `${join_url.replace('http://usher.test/join/', '/public/queues/')}/display/events`
  return async (options: Parameters<Harness['stream']>[1]) => {
    const stream = await harness.stream(path, options)
    opened.push(stream)
    return stream
  }
}

type Open = Awaited<ReturnType<typeof givenDisplay>>

/** Opens screens from several addresses at once; gives the statuses. */
async function attack(open: Open, addresses: number, each: number): Promise<number[]> {
  const all = Array.from({ length: addresses * each }, (_, i) => `192.0.2.${i % addresses}`)
  return (await Promise.all(all.map((address) => open({ address })))).map(({ status }) => status)
}

const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

describe("the attack: strangers follow a queue's display to push out the venue's screens", () => {
  test("lets one address open 20 screens of a queue without ending a venue's screen", async () => {
    const open = await givenDisplay()
    const screen = await open({ address: VENUE })
    const statuses = await attack(open, 1, 30)
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([20, 10])
    const another = await open({ address: VENUE })
    expect([another.status, screen.isOver]).toEqual([200, false])
  })

  test('lets one /56 of IPv6 open 80 screens of a queue, and a venue elsewhere its own', async () => {
    const open = await givenDisplay()
    const addresses = Array.from(
      { length: 100 },
      (_, i) => `2001:db8:5:1${(i % 10).toString().padStart(2, '0')}::${i + 1}`,
    )
    const opening = await Promise.all(addresses.map((address) => open({ address })))
    const statuses = opening.map(({ status }) => status)
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([80, 20])
    expect((await open({ address: VENUE })).status).toBe(200)
  })

  test('refuses one screen more than a queue may have, and ends none', async () => {
    const open = await givenDisplay()
    const screen = await open({ address: VENUE })
    const statuses = await attack(open, 10, 20)
    expect([count(statuses, 200), count(statuses, 429)]).toEqual([199, 1])
    const refused = await open({ address: VENUE })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10'])
    expect(screen.isOver).toBe(false)
  })

  test("opens a full queue's display for a signed-in member, but not for another organisation's", async () => {
    const open = await givenDisplay()
    await attack(open, 10, 20)
    const ours = await open({ address: VENUE, signedIn: {} })
    await ours.count(1)
    const stranger = await open({
      address: VENUE,
      signedIn: { organization_id: 'org_01h455vb4pex5vsknk084sn02q' },
    })
    expect([ours.status, stranger.status]).toEqual([200, 429])
    const staff = opened.splice(opened.indexOf(ours), 1)
    for (const stream of opened.splice(0)) stream.leave()
    await until('room', async () => (await open({ address: VENUE })).status === 200)
    expect(staff[0]?.isOver).toBe(false)
    ours.leave()
  })
})
