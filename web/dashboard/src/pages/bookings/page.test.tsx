import { screen, waitFor } from '@testing-library/react'
import { dateAt, fillDate } from '../../testing/dates.ts'
import { field, fill, renderWith } from '../../testing/render.tsx'
import { BOOKING, ME, PROVIDER, pageOf, SERVICE_TYPE } from '../../testing/samples.ts'
import { Page } from './page.tsx'

const OTHER_DAY = {
  ...{ ...BOOKING, id: BOOKING.id.replace(/.$/, '0'), start: '2026-09-07T09:00:00.000Z' },
  ...{ end: '2026-09-07T09:30:00.000Z', customer: { ...BOOKING.customer, name: 'Grace' } },
}

function openPage(address: string) {
  window.history.replaceState(null, '', address)
  const answers = {
    listProviders: ({ query }: { query: Readonly<Record<string, string>> }) =>
      query.archived ? pageOf() : pageOf(PROVIDER),
    listServiceTypes: pageOf(SERVICE_TYPE),
    // The API finds Joan on the day that is shown, and Grace on none of them.
    listBookings: ({ query }: { query: Readonly<Record<string, string>> }) => {
      if (query.q === 'nobody' || (query.q === 'grace' && query.from)) return pageOf()
      return pageOf(query.q === 'grace' ? OTHER_DAY : BOOKING)
    },
    getBooking: BOOKING,
  }
  return renderWith(answers, <Page />, { ...ME, scopes: [...ME.scopes, 'bookings:read'] })
}

const search = () => Object.fromEntries(new URLSearchParams(window.location.search))

describe('the bookings page', () => {
  test('shows the date, the view and the filters of its address', async () => {
    const { sent } = openPage(
      `/bookings?day=2026-05-06&view=week&status=confirmed&provider_id=${PROVIDER.id}`,
    )
    await screen.findByRole('region', { name: 'Week calendar' })
    expect(dateAt('Date')).toBe('2026-05-06')
    expect(field('Status').value).toBe('confirmed')
    expect(sent('listBookings').at(-1)?.query).toMatchObject({
      ...{ status: 'confirmed', provider_id: PROVIDER.id },
    })
  })

  test('keeps date, view and filters in its address, so that Back undoes them', async () => {
    const { user } = openPage('/bookings')
    await screen.findByRole('region', { name: 'Day calendar' })
    fillDate('Date', '2026-05-05')
    await user.click(screen.getByText('Week'))
    fill('Service', SERVICE_TYPE.id)
    expect(search()).toEqual({ day: '2026-05-05', view: 'week', service_type_id: SERVICE_TYPE.id })
    window.history.back()
    await waitFor(() => expect(field('Service').value).toBe(''))
    window.history.back()
    await screen.findByRole('region', { name: 'Day calendar' })
    expect(search()).toEqual({ day: '2026-05-05' })
  })

  test('keeps the name of a searched customer out of its address', async () => {
    openPage('/bookings?day=2026-05-05')
    await screen.findByRole('button', { name: /Joan/ })
    fill('Customer', 'nobody')
    await waitFor(() => expect(screen.queryByRole('button', { name: /Joan/ })).toBeNull())
    expect(search()).toEqual({ day: '2026-05-05' })
  })

  test('lists the bookings of a customer on other dates, and opens the day of one', async () => {
    const { user } = openPage('/bookings?day=2026-05-05')
    await screen.findByRole('button', { name: /Joan/ })
    fill('Customer', 'grace')
    await user.click(await screen.findByRole('button', { name: /Grace · .*Sep 7/ }))
    await waitFor(() => expect(search()).toMatchObject({ booking: OTHER_DAY.id, day: '2026-09-07' }))
  })

  test('opens the booking named in a link on its day, and keeps it in its address', async () => {
    const { user } = openPage(`/bookings?booking=${BOOKING.id}`)
    await screen.findByRole('heading', { name: 'Joan' })
    expect(search()).toEqual({ booking: BOOKING.id, day: '2026-05-05' })
    await user.keyboard('{Escape}')
    await waitFor(() => expect(search()).toEqual({ day: '2026-05-05' }))
    await user.click(screen.getByRole('button', { name: /Joan/ }))
    expect(search()).toEqual({ booking: BOOKING.id, day: '2026-05-05' })
  })

  test('ignores invalid values in its address', async () => {
    const { sent } = openPage('/bookings?day=soon&view=year&status=lost&provider_id=gone')
    await screen.findByRole('region', { name: 'Day calendar' })
    expect(sent('listBookings').at(-1)?.query).not.toHaveProperty('provider_id')
    expect(field('Status').value).toBe('')
    expect(dateAt('Date')).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
})
