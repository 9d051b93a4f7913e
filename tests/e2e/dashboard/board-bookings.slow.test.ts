import { until } from '@usher/test-kit'
import { accessibilityFaults } from '../accessibility.ts'
import type { Ask } from './ask.ts'
import { rowOf } from './board.ts'
import { bookSoon } from './booking-setup.ts'
import { useBoards } from './during-tests.ts'

const boards = useBoards()

const ask: Ask = (...asked) => boards.ask(...asked)

/** A time zone where midnight is not near: a board shows the bookings of one day. */
const farFromMidnight = () => (new Date().getUTCHours() < 12 ? 'UTC' : 'Pacific/Tarawa')

/** A queue that expects a booking within minutes, and a walk-in who would still be there then. */
async function givenBookingSoon(name: string) {
  const booking = await bookSoon(ask, name, 2)
  const { service_type_id } = await ask('GET', `/api/bookings/${booking.id}`)
  const bookings = { service_type_ids: [service_type_id], walk_in_share: 0 }
  const queue = { name: 'Lunch', timezone: farFromMidnight(), service_minutes: 60, bookings }
  const { id } = await ask('POST', '/v1/queues', queue)
  await ask('POST', `/v1/queues/${id}/guests`, { name: 'Walter' })
  await until('the place is kept', async () => (await ask('GET', `/v1/queues/${id}/line`)).kept_until)
  return { id, ...(await boards.look(id)) }
}

describe('a queue that expects a booking soon', () => {
  test('says on Call next until when the place is kept, and calls a walk-in on request', async () => {
    const { page, faults } = await givenBookingSoon('Joan')
    await page.getByRole('heading', { name: 'Expected today' }).waitFor()
    await page.getByRole('button', { name: 'Call next' }).click()
    await page.getByText(/^The place is kept for a booking until .* at the latest\.$/).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Call Walter anyway' }).click()
    await rowOf(page, 'Walter').getByRole('button', { name: 'Seat' }).waitFor()
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
  })

  test('checks in and calls the customer, with the booked time in the row and the reason for the call', async () => {
    const { id, page, faults } = await givenBookingSoon('Grace')
    await page.getByRole('button', { name: 'Check in Grace' }).click()
    await rowOf(page, 'Grace')
      .getByText(/^Booked for /)
      .waitFor()
    await rowOf(page, 'Grace').getByText('Waits for the booked time').waitFor()
    await until('it is Grace’s turn', async () => {
      const { next } = await ask('GET', `/v1/queues/${id}/line`)
      return next?.clause !== 'arrival' && next
    })
    await page.getByRole('button', { name: 'Call next' }).click()
    await page.getByText(/^Grace was called: /).waitFor()
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([])
  })
})
