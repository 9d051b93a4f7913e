import { screen, waitFor } from '@testing-library/react'
import { openQueueCard } from '../../testing/open-queue-card.tsx'
import { button, field, fill } from '../../testing/render.tsx'
import { QUEUE, SERVICE_TYPE } from '../../testing/samples.ts'
import { BookingsCard } from './bookings-card.tsx'

const RULES = {
  mode: 'merge' as const,
  ...{ early_minutes: 30, late_minutes: 15, tolerance_minutes: 5, walk_in_share: 0.3 },
}

describe('the bookings card of a queue that expects no bookings', () => {
  test('sends the service type and the rules together', async () => {
    const { user, bodySent } = openQueueCard(BookingsCard)
    await user.click(await screen.findByRole('combobox', { name: /Expect bookings/ }))
    await user.click(await screen.findByText(SERVICE_TYPE.name))
    await user.selectOptions(field('Order'), 'Two lines that take turns')
    fill('Late after (minutes)', '20')
    fill('Share of guests without a booking (%)', '50')
    await user.click(button('Save'))
    await screen.findByText('Saved.')
    const service_type_ids = [SERVICE_TYPE.id]
    expect(bodySent('updateQueue')).toEqual({
      bookings: { service_type_ids, ...RULES, mode: 'separate', late_minutes: 20, walk_in_share: 0.5 },
    })
  })
})

describe('the bookings card of a queue that expects bookings', () => {
  test('sends null for bookings when the last service type is removed', async () => {
    const bookings = { service_type_ids: [SERVICE_TYPE.id], ...RULES }
    const { user, bodySent } = openQueueCard(BookingsCard, { ...QUEUE, bookings })
    await user.click(await screen.findByRole('combobox', { name: /Expect bookings/ }))
    await user.keyboard('{Backspace}')
    await user.click(button('Save'))
    await waitFor(() => expect(bodySent('updateQueue')).toEqual({ bookings: null }))
  })
})
