import { newId } from '@usher/service-kit'
import { lastSundayOf } from '@usher/test-kit'
import { givenGuest } from './harness.ts'
import { givenCheckedIn, givenLine, lineOf, startOneLine, untilLine } from './one-line-harness.ts'

let stage: Awaited<ReturnType<typeof startOneLine>>
beforeAll(async () => {
  stage = await startOneLine()
})
afterAll(() => stage.harness[Symbol.asyncDispose]())

const MINUTE_MS = 60_000

describe('a queue in Berlin on a day on which the clocks change', () => {
  test.each([
    // 01:30, half an hour before 02:00 becomes 03:00; a booking at 03:05.
    {
      season: 'spring',
      at: `${lastSundayOf(3)}T00:30:00Z`,
      booked: 35,
      lastOfDay: 21 * 60,
      nextDay: 22 * 60,
    },
    // 02:30, before 03:00 becomes 02:00; a booking at the second 02:45.
    {
      season: 'autumn',
      at: `${lastSundayOf(10)}T00:30:00Z`,
      booked: 75,
      lastOfDay: 22 * 60,
      nextDay: 23 * 60,
    },
  ])('in $season, calls a booking at its instant and ends the day at local midnight', async (day) => {
    const { api, publish, clock } = stage
    clock.advance(Date.parse(day.at) - clock.now().getTime())
    const rules = { mode: 'precedence', early_minutes: 0 }
    const { queue, serviceType } = await givenLine(api, { timezone: 'Europe/Berlin' }, rules)
    await publish(
      stage.booking(newId('booking'), serviceType, { in: day.nextDay, name: 'Tomorrow' }),
      stage.booking(newId('booking'), serviceType, { in: day.lastOfDay, name: 'Evening' }),
    )
    await untilLine(api, queue, ['Evening'])
    const walkIn = await givenGuest(api, queue, { name: 'Walter' })
    const { guest } = await givenCheckedIn(stage, { queue, serviceType, in: day.booked })
    clock.advance((day.booked - 1) * MINUTE_MS)
    await stage.beat(api, queue)
    expect((await lineOf(api, queue)).next).toMatchObject({ guest_id: walkIn })
    clock.advance(1.5 * MINUTE_MS)
    await stage.beat(api, queue)
    expect((await lineOf(api, queue)).next).toEqual({ guest_id: guest, clause: 'booking_due' })
  })
})
