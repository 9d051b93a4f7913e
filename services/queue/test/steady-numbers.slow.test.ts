import { MINUTE_MS } from '@usher/service-kit/durations'
import type { Client } from '@usher/test-kit'
import { givenGuest } from './harness.ts'
import { type LearningHarness, startLearningHarness } from './learning-harness.ts'

let harness: LearningHarness
let replicas: [api: Client, url: string][]
beforeAll(async () => {
  harness = await startLearningHarness()
  replicas = [harness.service, await harness.start()].map(({ url }) => [harness.client({}, url), url])
})
afterAll(() => harness[Symbol.asyncDispose]())

const MINUTES = 45

/** The ranges of all guests at one time, by guest. */
type Reading = ReadonlyMap<string, { readonly low: number; readonly high: number }>

interface Waiting {
  readonly id: string
  readonly status_url: string
  readonly estimated_wait_range: { readonly low: number; readonly high: number }
}

const readingOf = (guests: readonly Waiting[]): Reading =>
  new Map(guests.map(({ id, estimated_wait_range: range }) => [id, range]))

const listOf = async (api: Client, queue: string): Promise<Waiting[]> =>
  (await api('GET', `/v1/queues/${queue}/guests?limit=100`)).body.data

const one = async (api: Client, { id }: Waiting): Promise<Waiting> =>
  (await api('GET', `/v1/guests/${id}`)).body

const ownPlaceOf = async (url: string, guest: Waiting): Promise<Waiting> => {
  const { body } = await harness.open(url)('GET', `/public/guests/${guest.status_url.split('/w/')[1]}`)
  return { ...body, id: guest.id }
}

/** Reads the list, each guest and each own page, from one replica after the other. */
async function readAll(queue: string): Promise<Reading[]> {
  const readings: Reading[] = []
  for (const [api, url] of [...replicas, ...replicas.slice(0, 1)]) {
    const listed = await listOf(api, queue)
    const guests = await Promise.all(listed.map((guest) => one(api, guest)))
    const own = await Promise.all(guests.map((guest) => ownPlaceOf(url, guest)))
    readings.push(readingOf(listed), readingOf(guests), readingOf(own), readingOf(await listOf(api, queue)))
  }
  return readings
}

/** Where a number rose from one reading to the next. Views that differ show up too: one is higher than the other. */
function risesIn(readings: readonly Reading[]): string[] {
  return readings.flatMap((reading, i) =>
    [...reading].flatMap(([id, now]) => {
      const before = readings[i - 1]?.get(id)
      const isHigher = before && (now.low > before.low || now.high > before.high)
      return isHigher ? [`reading ${i}: ${before.low}–${before.high}, then ${now.low}–${now.high}`] : []
    }),
  )
}

describe('guests who wait while no guest is called', () => {
  test('no estimate rises as minutes pass, in any view and replica', async () => {
    const api = harness.client()
    const queue = await harness.givenHistory(api)
    for (let i = 0; i < 3; i += 1) {
      await givenGuest(api, queue, { party_size: 2 + 2 * i })
      harness.clock.advance(MINUTE_MS)
    }
    const readings: Reading[] = []
    for (let minute = 0; minute < MINUTES; minute += 1) {
      readings.push(...(await readAll(queue)))
      harness.clock.advance(MINUTE_MS)
    }
    expect(readings.every(({ size }) => size === 6)).toBe(true)
    expect(risesIn(readings)).toEqual([])
    const sum = (reading: Reading | undefined) =>
      [...(reading ?? [])].reduce((total, [, { low }]) => total + low, 0)
    expect(sum(readings.at(-1))).toBeLessThan(sum(readings[0]))
  })

  test('no estimate rises when guests join behind', async () => {
    const api = harness.client()
    const queue = await harness.givenHistory(api, { servers: 2 })
    const readings: Reading[] = []
    for (let minute = 0; minute < 20; minute += 1) {
      readings.push(...(await readAll(queue)))
      harness.clock.advance(MINUTE_MS)
      if (minute % 4 === 0) await givenGuest(api, queue)
    }
    expect(readings.at(-1)?.size).toBe(8)
    expect(risesIn(readings)).toEqual([])
  })

  test('no estimate rises when several guests join an empty line, until the first is called', async () => {
    const api = harness.client()
    const queue = await harness.givenHistory(api, { servers: 4 })
    for (const { id } of await listOf(api, queue)) await api('POST', `/v1/guests/${id}/seat`)
    harness.clock.advance(60 * MINUTE_MS)
    for (let i = 0; i < 3; i += 1) await givenGuest(api, queue)
    const readings: Reading[] = []
    for (let minute = 0; minute < 15; minute += 1) {
      readings.push(...(await readAll(queue)))
      harness.clock.advance(MINUTE_MS / 2)
    }
    expect([...(readings[0]?.values() ?? [])].map(({ low }) => low)).toEqual([0, 0, 0])
    expect(risesIn(readings)).toEqual([])
  })
})
