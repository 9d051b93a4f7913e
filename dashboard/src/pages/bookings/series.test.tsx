import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import type { Schemas } from '../../api/client.ts'
import { button, doubleClick, field, fill, renderWith } from '../../testing/render.tsx'
import { BOOKING, ME, PROVIDER, SERVICE_TYPE } from '../../testing/samples.ts'
import { type Answers, refuse } from '../../testing/stub-api.ts'
import { BookingDrawer } from './booking-drawer.tsx'
import { NewBookingDialog } from './new-booking-dialog.tsx'

const SERIES_ID = 'ser_01h455vb4pex5vsknk084sn020'
const WEEK_MS = 7 * 86_400_000

/** Weekly bookings, the first of them in a week. */
const bookings = (count: number): Schemas['Booking'][] =>
  Array.from({ length: count }, (_, index) => {
    const start = Date.now() + (index + 1) * WEEK_MS
    return {
      ...BOOKING,
      id: `bk_01h455vb4pex5vsknk084sn02${index}`,
      start: new Date(start).toISOString(),
      end: new Date(start + 1_800_000).toISOString(),
      series: { id: SERIES_ID, number: index + 1, count },
    }
  })

const seriesOf = (all: readonly Schemas['Booking'][]) => ({
  ...{ id: SERIES_ID, recurrence: 'FREQ=WEEKLY;COUNT=4', timezone: 'Europe/Berlin' },
  ...{ bookings: [...all], clashes: [], created_at: BOOKING.created_at },
})

const slot = (start: string) => ({
  ...{ start, end: new Date(Date.parse(start) + 1_800_000).toISOString() },
  ...{ provider_ids: [PROVIDER.id], seats_left: 1 },
})
const FREE = { data: [slot('2026-05-05T07:00:00.000Z')], as_of: BOOKING.created_at }

const CLASH = {
  ...{ start: '2026-05-12T07:00:00.000Z', service_type_id: SERVICE_TYPE.id, code: 'slot_unavailable' },
  ...{ rules: ['booked'], nearest: slot('2026-05-12T08:00:00.000Z') },
}

async function openDialog(answers: Answers = {}) {
  const onClose = vi.fn()
  const rendered = renderWith(
    { getAvailability: FREE, createBookingSeries: seriesOf(bookings(4)), ...answers },
    <NewBookingDialog
      wanted={{ day: '2026-05-05' }}
      providers={[PROVIDER]}
      serviceTypes={[SERVICE_TYPE]}
      onClose={onClose}
    />,
  )
  await rendered.user.click(await screen.findByText('9:00 AM'))
  fill('Name', 'Joan')
  return { ...rendered, onClose }
}

describe('given a new booking that repeats', () => {
  test('when it is every two weeks, then the series is sent once, with anybody', async () => {
    const { bodySent, onClose } = await openDialog()
    fill('Repeat', 'two-weeks')
    fill('Number of visits', '10')
    doubleClick('Book')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodySent('createBookingSeries')).toEqual({
      services: [{ service_type_id: SERVICE_TYPE.id }],
      ...{ start: '2026-05-05T07:00:00.000Z', timezone: 'Europe/Berlin', partial: false },
      recurrence: 'FREQ=WEEKLY;INTERVAL=2;COUNT=10',
      customer: { name: 'Joan', phone: null, email: null },
      ...{ notes: null, source: 'dashboard' },
    })
    expect(screen.getByText('4 bookings made')).toBeTruthy()
  })

  test('when the number of visits is not one, then the field says so, and there is nothing to book with', async () => {
    await openDialog()
    fill('Repeat', 'week')
    fill('Number of visits', '1')
    expect(screen.getByText('Enter 2 to 104')).toBeTruthy()
    expect(screen.queryByText('Book')).toBeNull()
    fill('Repeat', 'once')
    expect(screen.getByText('Book')).toBeTruthy()
  })

  test('when times clash, then each is shown with the nearest free one, and the rest can be booked', async () => {
    const limited = { ...CLASH, start: '2026-05-19T07:00:00.000Z', code: 'limit_reached', nearest: null }
    const clashing = refuse('series_clash', 'Nothing was booked.', {
      extensions: { clashes: [CLASH, { ...limited, rules: [] }] },
    })
    const { user, sent, onClose } = await openDialog({
      createBookingSeries: ({ body }) =>
        (body as { partial: boolean }).partial ? seriesOf(bookings(2)) : clashing(),
    })
    fill('Repeat', 'week')
    await user.click(button('Book'))
    await screen.findByText('2 times are not free. Nothing is booked yet.')
    const list = screen.getByRole('list', { name: 'Times that are not free' })
    expect(list.textContent).toMatch(/May 12.*9:00 AM.*taken by a booking.*: .*10:00 AM · Grace/)
    expect(list.textContent).toMatch(/May 19.*most bookings of a day.*No free times nearby/)
    expect(field('Name').value).toBe('Joan')
    await user.click(button('Book the other 2 visits'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent('createBookingSeries').map(({ body }) => body)).toMatchObject([
      { partial: false, recurrence: 'FREQ=WEEKLY;COUNT=4' },
      { partial: true, recurrence: 'FREQ=WEEKLY;COUNT=4', customer: { name: 'Joan' } },
    ])
  })

  test('when something else is wanted after a clash, then the clash is gone, and all or nothing counts again', async () => {
    const { user, sent } = await openDialog({
      createBookingSeries: refuse('series_clash', 'Nothing was booked.', {
        extensions: { clashes: [CLASH] },
      }),
    })
    fill('Repeat', 'week')
    await user.click(button('Book'))
    await user.click(await screen.findByRole('button', { name: 'Book the other 3 visits' }))
    await waitFor(() => expect(sent('createBookingSeries')).toHaveLength(2))
    fill('Repeat', 'month')
    expect(screen.queryByRole('list', { name: 'Times that are not free' })).toBeNull()
    await user.click(button('Book'))
    await waitFor(() => expect(sent('createBookingSeries')).toHaveLength(3))
    expect(sent('createBookingSeries').at(-1)?.body).toMatchObject({ partial: false })
  })
})

async function openBooking(booking: Schemas['Booking'], answers: Answers = {}, me = ME) {
  const online_booking = {
    questions: [
      { key: 'first', label: 'First visit?', type: 'boolean' as const, required: false },
      { key: 'born', label: 'Date of birth', type: 'date' as const, required: false },
    ],
    ...{ max_visits: 1, cancel_until_minutes: 0 },
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

describe('given the details of a booking', () => {
  test('when the customer answered questions, then the answers are there, by their questions', async () => {
    const answers = { gone: 'Left over', born: '1990-12-24', first: false }
    await openBooking({ ...BOOKING, answers: answers as never })
    expect(Object.entries(facts()).slice(-4)).toEqual([
      ['First visit?', 'No'],
      ['Date of birth', 'Dec 24, 1990'],
      ['Gone', 'Left over'],
      ['Source', 'dashboard'],
    ])
  })

  test('when it is in a series, then the rest can be cancelled, and nothing before it', async () => {
    const all = bookings(4)
    const [first, second, third] = all as [(typeof all)[0], (typeof all)[0], (typeof all)[0]]
    const kept = [first, second, { ...third, status: 'cancelled' as const }, ...all.slice(3)]
    const { user, bodySent } = await openBooking(second, {
      getBookingSeries: seriesOf(kept),
      cancelBookingSeries: seriesOf(kept),
    })
    expect(facts()).toMatchObject({ Series: '2 of 4' })
    await user.click(button('Cancel the rest of the series'))
    await screen.findByText('2 bookings are cancelled')
    fill('Reason', 'Moving away')
    doubleClick('Cancel them now')
    await screen.findByText('Rest of the series cancelled')
    expect(bodySent('cancelBookingSeries')).toEqual({ from: second.start, reason: 'Moving away' })
  })

  test('when nothing of the series is ahead, then there is nothing to cancel', async () => {
    const [first, ...rest] = bookings(2) as [Schemas['Booking'], Schemas['Booking']]
    const over = [first, ...rest].map((one) => ({ ...one, status: 'cancelled' as const }))
    const { user } = await openBooking(
      { ...first, status: 'cancelled' },
      { getBookingSeries: seriesOf(over) },
    )
    await user.click(button('Cancel the rest of the series'))
    await screen.findByText('No booking of the series is ahead.')
    expect(button('Cancel them now')).toHaveProperty('disabled', true)
  })

  test('when it is the last of its series, then the rest is not offered', async () => {
    const [, last] = bookings(2)
    await openBooking(last as Schemas['Booking'])
    expect(facts()).toMatchObject({ Series: '2 of 2' })
    expect(screen.queryByText('Cancel the rest of the series')).toBeNull()
  })

  test('when the member may only look, then there is no button', async () => {
    const [first] = bookings(2)
    await openBooking(first as Schemas['Booking'], {}, { ...ME, scopes: ['bookings:read'] })
    expect(facts()).toMatchObject({ Series: '1 of 2' })
    expect(screen.queryByText('Cancel the rest of the series')).toBeNull()
  })
})
