import { screen } from '@testing-library/react'
import { renderWith } from '../testing/render.tsx'
import { BOOKING, GUEST, ME, pageOf, QUEUE, STANDBY } from '../testing/samples.ts'
import { CommandPalette } from './command-palette.tsx'

const open = (me = ME) =>
  renderWith(
    {
      listQueues: pageOf(QUEUE),
      listAllGuests: pageOf({ ...GUEST, name: 'Ada' }),
      listBookings: pageOf({ ...BOOKING, customer: { ...BOOKING.customer, name: 'Adam' } }),
      listStandbys: pageOf({ ...STANDBY, customer: { ...STANDBY.customer, name: 'Adele' } }),
    },
    <CommandPalette />,
    me,
  )

describe('command palette', () => {
  test('finds guests, bookings and standbys of all dates, whatever the text matched', async () => {
    const scopes = [...ME.scopes, 'guests:read', 'bookings:read'] as typeof ME.scopes
    const { user, sent } = open({ ...ME, scopes })
    await user.type(await screen.findByRole('textbox'), '2671')
    for (const name of ['Ada', 'Adam', 'Adele']) await screen.findByText(name)
    expect(sent('listAllGuests').at(-1)?.query).toEqual({ q: '2671', limit: '5' })
    expect(sent('listBookings').at(-1)?.query).toEqual({ q: '2671', limit: '20', order: 'desc' })
    await user.click(screen.getByText('Ada'))
    expect(window.location.pathname + window.location.search).toBe(
      `/queues/${GUEST.queue_id}?guest=${GUEST.id}`,
    )
  })

  test('asks only for what the role may read, from two letters on', async () => {
    const { user, sent } = open({ ...ME, scopes: ['queues:read', 'guests:read'] })
    await user.type(await screen.findByRole('textbox'), 'a')
    await user.type(screen.getByRole('textbox'), 'd')
    await screen.findByText('Ada')
    expect(sent('listAllGuests').map(({ query }) => query.q)).toEqual(['ad'])
    expect(sent('listBookings')).toEqual([])
  })
})
