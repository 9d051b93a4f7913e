import { screen } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { button, doubleClick, fill, renderWith } from '../../testing/render.tsx'
import { BOOKING, ME, PROVIDER, SERVICE_TYPE } from '../../testing/samples.ts'
import { seriesOf, weeklyBookings } from '../../testing/series.ts'
import type { Answers } from '../../testing/stub-api.ts'
import { BookingDrawer } from './booking-drawer.tsx'

async function openBooking(booking: Schemas['Booking'], answers: Answers = {}, me = ME) {
  const online_booking = {
    enabled: true,
    questions: [
      { key: 'first', label: 'First visit?', type: 'boolean' as const, required: false },
      { key: 'born', label: 'Date of birth', type: 'date' as const, required: false },
    ],
    ...{ max_visits: 1, cancel_until_minutes: 0, verification: 'none' as const },
  }
  const rendered = renderWith(
    answers,
    <BookingDrawer
      booking={booking}
      providers={[PROVIDER]}
      archived={[]}
      serviceTypes={[{ ...SERVICE_TYPE, online_booking }]}
      serviceName={() => SERVICE_TYPE.name}
      onClose={() => {}}
    />,
    me,
  )
  await screen.findByRole('heading', { name: 'Joan' })
  return rendered
}

const facts = () =>
  Object.fromEntries(
    screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  )

describe('the details of a booking', () => {
  test('show the answers of the customer under their questions', async () => {
    const answers = { gone: 'Left over', born: '1990-12-24', first: false }
    await openBooking({ ...BOOKING, answers: answers as never })
    expect(Object.entries(facts()).slice(-4)).toEqual([
      ['First visit?', 'No'],
      ['Date of birth', 'Dec 24, 1990'],
      ['Gone', 'Left over'],
      ['Source', 'dashboard'],
    ])
  })

  test('cancel the rest of a series from this booking on, with a reason', async () => {
    const all = weeklyBookings(4)
    const [first, second, third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]]
    const kept = [first, second, { ...third, status: 'cancelled' as const }, ...all.slice(3)]
    const { user, bodySent } = await openBooking(second, {
      getBookingSeries: seriesOf(kept),
      cancelBookingSeries: seriesOf(kept),
    })
    expect(facts()).toMatchObject({ Series: '2 of 4' })
    await user.click(button('Cancel the rest of the series'))
    await screen.findByText('2 bookings will be cancelled')
    fill('Reason', 'Moving away')
    doubleClick('Cancel them now')
    await screen.findByText('Rest of the series cancelled')
    expect(bodySent('cancelBookingSeries')).toEqual({ from: second.start, reason: 'Moving away' })
  })

  test('offer nothing to cancel when the series has no upcoming bookings', async () => {
    const [first, ...rest] = weeklyBookings(2) as [Schemas['Booking'], Schemas['Booking']]
    const over = [first, ...rest].map((one) => ({ ...one, status: 'cancelled' as const }))
    const { user } = await openBooking(
      { ...first, status: 'cancelled' },
      { getBookingSeries: seriesOf(over) },
    )
    await user.click(button('Cancel the rest of the series'))
    await screen.findByText('The series has no upcoming bookings.')
    expect(button('Cancel them now')).toHaveProperty('disabled', true)
  })

  test('do not offer to cancel the rest for the last booking of a series', async () => {
    const [, last] = weeklyBookings(2)
    await openBooking(last as Schemas['Booking'])
    expect(facts()).toMatchObject({ Series: '2 of 2' })
    expect(screen.queryByText('Cancel the rest of the series')).toBeNull()
  })

  test('have no button to cancel a series for a member with read access only', async () => {
    const [first] = weeklyBookings(2)
    await openBooking(first as Schemas['Booking'], {}, { ...ME, scopes: ['bookings:read'] })
    expect(facts()).toMatchObject({ Series: '1 of 2' })
    expect(screen.queryByText('Cancel the rest of the series')).toBeNull()
  })
})
