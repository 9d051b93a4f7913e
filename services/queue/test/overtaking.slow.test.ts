import { newId } from '@usher/service-kit'
import type { Client } from '@usher/test-kit'
import { until } from '@usher/test-kit'
import fc from 'fast-check'
import { givenGuest, timelineOf } from './harness.ts'
import { givenLine, lineOf, startOneLine } from './one-line-harness.ts'

let stage: Awaited<ReturnType<typeof startOneLine>>
let replica: Awaited<ReturnType<(typeof stage)['harness']['start']>>
beforeAll(async () => {
  stage = await startOneLine()
  replica = await stage.harness.start()
})
afterAll(() => stage.harness[Symbol.asyncDispose]())

interface Standing {
  readonly id: string
  readonly isBooking: boolean
}

/** A customer who is checked in for a booking; the queue has not heard of the booking itself before. */
async function checkIn(queue: string, serviceType: string, minutes: number): Promise<string> {
  const id = newId('booking')
  await stage.publish(stage.booking(id, serviceType, { in: minutes }))
  await until('the booking is expected', async () =>
    (await lineOf(stage.api, queue)).data.some(({ booking_id }) => booking_id === id),
  )
  await stage.publish(stage.checkIn(id, queue))
  return await until('the check-in', async () => {
    const { data } = await lineOf(stage.api, queue)
    return data.find(({ booking_id }) => booking_id === id)?.guest_id
  })
}

const ownPlaceOf = async (guest: string) => {
  const { body } = await stage.api('GET', `/v1/guests/${guest}`)
  const token = body.status_url.split('/w/')[1]
  return (await stage.harness.open()('GET', `/public/guests/${token}`)).body
}

describe('a walk-in who is overtaken by a due booking', () => {
  test('sees why on the page, in the timeline and in the line, without a name', async () => {
    const { queue, serviceType } = await givenLine(stage.api, {}, { mode: 'precedence' })
    const walkIn = await givenGuest(stage.api, queue, { name: 'Walter' })
    const booked = await checkIn(queue, serviceType, 2)
    stage.clock.advance(3 * 60_000)
    await stage.beat(stage.api, queue)
    expect(await ownPlaceOf(walkIn)).toMatchObject({ passed_by: null, booked_start: null })
    await stage.api('POST', `/v1/queues/${queue}/call-next`)
    const place = await ownPlaceOf(walkIn)
    expect(place.passed_by).toEqual({ clause: 'booking_due', at: expect.any(String), came_late: false })
    expect(JSON.stringify(place)).not.toContain('Bea')
    expect((await timelineOf(stage.api, walkIn)).at(-1)).toMatchObject({
      ...{ type: 'notified', reason: 'booking_due', caused_by: booked },
      ...{ position_before: 1, position_after: 1 },
    })
    const token = (await stage.api('GET', `/v1/guests/${walkIn}`)).body.status_url.split('/w/')[1]
    const own = await stage.harness.open()('GET', `/public/guests/${token}/timeline`)
    expect(own.body.data.at(-1)).toMatchObject({ type: 'notified', own: false, clause: 'booking_due' })
  })
})

/** Calls until nobody can be called, by two replicas at once; returns who was called, in the order of commits. */
async function callAll(queue: string): Promise<string[]> {
  const clients: Client[] = [stage.api, stage.harness.client({}, replica.url)]
  let calls = 0
  for (let turn = 0; turn < 40; turn += 1) {
    const both = await Promise.all(clients.map((api) => api('POST', `/v1/queues/${queue}/call-next`)))
    calls += both.filter(({ status }) => status === 200).length
    if (both.some(({ body }) => body.code === 'queue_empty')) break
    stage.clock.advance(60_000)
    await stage.beat(stage.api, queue)
  }
  return await until('the events of all calls', () => {
    const told = stage.events.events.filter(
      ({ type, data }) => type === 'guest.notified' && (data as { queue_id: string }).queue_id === queue,
    )
    return told.length >= calls ? told.map(({ subject }) => subject) : undefined
  })
}

describe('any line of walk-ins and bookings, called by two replicas at once', () => {
  test('calls everyone once, and records in the timeline of each guest who overtook them', async () => {
    const standing = fc.record({ isBooking: fc.boolean(), minutes: fc.integer({ min: -3, max: 4 }) })
    const lines = fc.array(standing, { minLength: 2, maxLength: 5 })
    const modes = fc.constantFrom('merge', 'precedence', 'separate')
    await fc.assert(
      fc.asyncProperty(lines, modes, fc.constantFrom(0, 0.5), async (wanted, mode, walk_in_share) => {
        const { queue, serviceType } = await givenLine(stage.api, { servers: 3 }, { mode, walk_in_share })
        const line: Standing[] = []
        for (const { isBooking, minutes } of wanted) {
          const id = isBooking
            ? await checkIn(queue, serviceType, minutes)
            : await givenGuest(stage.api, queue, { name: 'Walter' })
          line.push({ id, isBooking })
        }
        await stage.beat(stage.api, queue)
        const called = await callAll(queue)
        expect([...called].sort()).toEqual(line.map(({ id }) => id).sort())
        for (const [rank, { id, isBooking }] of line.entries()) {
          const before = called.slice(0, called.indexOf(id))
          const ahead = line.slice(rank + 1).filter((other) => before.includes(other.id))
          const told = (await timelineOf(stage.api, id)).map(({ caused_by }) => caused_by)
          // A booking that is here before its time is not overtaken by those who are called until then.
          const overtakers = ahead.filter((other) => !isBooking || other.isBooking)
          for (const other of overtakers) {
            if (!isBooking || mode !== 'separate') expect(told).toContain(other.id)
          }
        }
      }),
      { numRuns: 12 },
    )
  })
})
