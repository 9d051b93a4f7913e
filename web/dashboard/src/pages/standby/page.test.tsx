import { screen, waitFor, within } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { button, fill, renderWith } from '../../testing/render.tsx'
import { BOOKING, ME, PROVIDER, pageOf, SERVICE_TYPE, STANDBY } from '../../testing/samples.ts'
import type { Answers } from '../../testing/stub-api.ts'
import { Page } from './page.tsx'

type Standby = Schemas['Standby']

const standby = (last: string, name: string, given: Partial<Standby> = {}): Standby => ({
  ...{ ...STANDBY, id: STANDBY.id.replace(/.$/, last) },
  customer: { ...STANDBY.customer, name },
  ...given,
})

const OFFERED = standby('1', 'Grace', {
  status: 'offered',
  provider_id: PROVIDER.id,
  offer: {
    ...{ start: '2026-05-05T01:00:00.000Z', end: '2026-05-05T01:30:00.000Z', provider_id: PROVIDER.id },
    ...{ provider_name: 'Grace', timezone: 'Asia/Tokyo', offered_until: '2026-05-04T09:10:00.000Z' },
  },
})

/** Opens the page of an API that has these standbys. */
async function openPage(all: Standby[], answers: Answers = {}, me = ME) {
  const kept = new Map(all.map((one) => [one.id, one]))
  const rendered = renderWith(
    {
      listServiceTypes: pageOf(SERVICE_TYPE),
      listProviders: pageOf(PROVIDER),
      listStandbys: ({ query }) => pageOf(...[...kept.values()].filter((one) => one.status === query.status)),
      removeStandby({ params }) {
        kept.delete(params.id ?? '')
      },
      ...answers,
    },
    <Page />,
    { ...me, scopes: [...me.scopes, 'bookings:read'] },
  )
  await screen.findByRole('heading', { name: 'Standby list' })
  return rendered
}

const rows = async () => {
  const list = await screen.findByRole('list', { name: 'Standby list' })
  return within(list)
    .getAllByText(/On the list since/)
    .map((since) => since.closest('li')?.textContent ?? '')
}

describe('the standby list', () => {
  test('shows customers with an offer first, each with the service and time they want', async () => {
    await openPage([standby('0', 'Joan', { seats: 2, notes: 'By the window' }), OFFERED])
    const [first, second] = await rows()
    expect(first).toMatch(/^GraceTime offered.*30 minutes · Grace/)
    // The organisation is in Berlin, two hours ahead of UTC.
    expect(first).toMatch(/May 5.*3:00 AM with Grace is held for them until 11:10 AM\./)
    expect(second).toMatch(/^JoanWaitingjoan@example.com.*Haircut · 30 minutes · Any provider · 2 seats/)
    expect(second).toMatch(/May 5, 9:00 AM – 12:00 PM.*By the window/)
  })

  test('filters by service and status, and shows how each standby ended', async () => {
    const ended = standby('2', 'Left', { status: 'ended', end_reason: 'unanswered' })
    const booked = standby('3', 'Done', { status: 'booked', booking_id: BOOKING.id })
    const { sent } = await openPage([OFFERED, ended, booked])
    fill('Service', SERVICE_TYPE.id)
    fill('Status', 'ended')
    await screen.findByText('They did not answer three offers.')
    expect(sent('listStandbys').at(-1)?.query).toMatchObject({
      ...{ status: 'ended', service_type_id: SERVICE_TYPE.id },
    })
    expect(screen.queryByText('Remove')).toBeNull()
    fill('Status', 'booked')
    const link = await screen.findByRole('link', { name: 'Open the booking' })
    expect(link.getAttribute('href')).toBe(`/bookings?booking=${BOOKING.id}`)
  })

  test('says before a removal that the offered time goes to the next customer', async () => {
    const { user, sent } = await openPage([OFFERED])
    await user.click(await screen.findByRole('button', { name: 'Remove Grace from the list' }))
    await screen.findByText(/The time held for them goes to the next customer/)
    expect(sent('removeStandby')).toEqual([])
    await user.click(button('Remove'))
    await screen.findByText('Grace is off the standby list.')
    expect(sent('removeStandby').map(({ params }) => params.id)).toEqual([OFFERED.id])
    await screen.findByText('Nobody on standby')
  })

  test('has no Remove button for a member with read access only', async () => {
    await openPage([OFFERED], {}, { ...ME, scopes: ['bookings:read'] })
    expect(await rows()).toHaveLength(1)
    expect(screen.queryByText('Remove')).toBeNull()
  })

  test('shows a customer once when both the waiting and the offered ones include them', async () => {
    await openPage([], { listStandbys: pageOf(OFFERED) })
    await waitFor(async () => expect(await rows()).toHaveLength(1))
  })
})
