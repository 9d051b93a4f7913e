import { randomInt } from 'node:crypto'
import type { Slot } from '@usher/contracts'
import { type Answer, scaled } from '@usher/test-kit'
import { accepted, at, givenBooking, type Harness, startHarness } from './harness.ts'
import { ADA, givenPage, stranger } from './online-values.ts'

const CUSTOMERS = 100
const ROUNDS = scaled(40)
/** Rounds at once, each for another day of the same provider. */
const SIDE_BY_SIDE = 4
const SERVICE = { horizon_days: 365 }
const OPEN_HOURS = ['08:00', '08:30', '09:30', '10:00', '10:30', '11:00'] as const
const WANTED = '09:00'

/** Customers of one page, each with an address of their own, spread over two replicas. */
async function givenCustomers(harness: Harness) {
  const other = await harness.start()
  const given = await givenPage(harness, SERVICE)
  const customers = Array.from({ length: CUSTOMERS }, (_, i) => {
    const replica = i % 2 === 0 ? harness : { ...harness, service: other }
    return () => stranger(replica, `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`)
  })
  return { ...given, customers }
}

type Given = Awaited<ReturnType<typeof givenCustomers>>

/** The free times that are nearest to the wanted one, worked out from the list of all. */
async function nearestFree({ open, path, type }: Given, day: number): Promise<string[]> {
  const query = `service_type_id=${type.id}&from=${at('00:00', day)}&to=${at('00:00', day + 1)}`
  const { data } = await accepted(open('GET', `${path}/times?${query}`))
  const distance = (start: string) => Math.abs(Date.parse(start) - Date.parse(at(WANTED, day)))
  return (data as Slot[])
    .map(({ start }) => start)
    .toSorted((a, b) => distance(a) - distance(b) || a.localeCompare(b))
    .slice(0, 3)
}

const hold = ({ path, type }: Given, open: ReturnType<typeof stranger>, start: string) =>
  open('POST', `${path}/holds`, { body: { service_type_id: type.id, start } })

/** The winner sends the form twice at once, as two presses do. */
async function expectOneBooking({ path }: Given, open: ReturnType<typeof stranger>, holdId: string) {
  const sent = { body: { hold_id: holdId, customer: ADA }, headers: { 'idempotency-key': holdId } }
  const both = await Promise.all([1, 2].map(() => open('POST', path, sent)))
  expect(both.map(({ status }) => status)).toEqual([201, 201])
  expect(both[0]?.body).toEqual(both[1]?.body)
}

async function play(given: Given, day: number) {
  const takenBefore = OPEN_HOURS[randomInt(OPEN_HOURS.length)] as string
  await givenBooking(given.api, {
    ...{ service_type_id: given.type.id, start: at(takenBefore, day), customer: ADA },
  })
  const opened = given.customers.map((customer) => customer())
  const answers: Answer[] = await Promise.all(opened.map((open) => hold(given, open, at(WANTED, day))))
  const winners = answers.filter(({ status }) => status === 201)
  const losers = answers.filter(({ status }) => status === 409)
  expect([winners.length, losers.length]).toEqual([1, CUSTOMERS - 1])

  const expected = await nearestFree(given, day)
  for (const { body } of losers) expect(body.alternatives.map(({ start }: Slot) => start)).toEqual(expected)

  const winner = opened[answers.indexOf(winners[0] as Answer)] as (typeof opened)[number]
  await expectOneBooking(given, winner, winners[0]?.body.id)
  const others = opened.filter((open) => open !== winner)
  const second = await Promise.all(expected.map((start, i) => hold(given, others[i] as typeof winner, start)))
  expect(second.map(({ status }) => status)).toEqual([201, 201, 201])
}

test(
  `one of ${CUSTOMERS} customers at once holds a time, the others see the nearest three, in ${ROUNDS} rounds`,
  async () => {
    await using harness = await startHarness()
    const given = await givenCustomers(harness)
    for (let round = 0; round < ROUNDS; round += SIDE_BY_SIDE) {
      const days = Array.from({ length: Math.min(SIDE_BY_SIDE, ROUNDS - round) }, (_, i) => 2 + round + i)
      await Promise.all(days.map((day) => play(given, day)))
    }
    const booked = []
    for (let cursor = ''; ; ) {
      const { data, next_cursor } = await accepted(given.api('GET', `/api/bookings?limit=100${cursor}`))
      booked.push(...data.map(({ start }: Slot) => start))
      if (!next_cursor) break
      cursor = `&cursor=${next_cursor}`
    }
    expect([booked.length, new Set(booked).size]).toEqual([2 * ROUNDS, 2 * ROUNDS])
  },
  scaled(600_000),
)
