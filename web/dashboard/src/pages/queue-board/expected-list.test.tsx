import { screen, waitFor } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { button, renderWith } from '../../testing/render.tsx'
import { BOOKING, QUEUE } from '../../testing/samples.ts'
import { ExpectedList } from './expected-list.tsx'

const LINE: Schemas['QueueLine'] = {
  data: [
    {
      ...{ kind: 'expected', guest_id: null, booking_id: BOOKING.id, name: 'Joan', party_size: 2 },
      ...{ booked_start: '2026-05-05T09:30:00.000Z', arrived_at: null, position: null },
      ...{ predicted_start: null, why: ['not_here_yet'] },
    },
  ],
  ...{ as_of: '2026-05-05T09:00:00.000Z', is_stale: false, next: null, kept_until: null, line_version: 1 },
}

const open = (line: Partial<Schemas['QueueLine']> = {}) =>
  renderWith(
    { getQueueLine: { ...LINE, ...line }, checkInBooking: BOOKING },
    <ExpectedList queueId={QUEUE.id} />,
  )

describe('the bookings expected in a queue', () => {
  test('check in their customer to this queue with one click', async () => {
    const { user, bodySent } = open()
    await screen.findByText('Not here yet')
    await user.click(button('Check in Joan'))
    await waitFor(() => expect(bodySent('checkInBooking')).toEqual({ queue_id: QUEUE.id }))
    await screen.findByText('Joan is checked in')
  })

  test('say until when changes are known when the list is stale', async () => {
    open({ is_stale: true })
    expect(await screen.findByText(/^Changes of bookings are known until .* only\.$/)).toBeTruthy()
  })

  test('say until when the next place is kept for a booking', async () => {
    open({ data: [], kept_until: '2026-05-05T09:30:00.000Z' })
    expect(await screen.findByText(/^The next place is kept for a booking until /)).toBeTruthy()
  })
})
