import { screen, waitFor } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith } from '../../testing/render.tsx'
import { BOOKING, PROVIDER, SERVICE_TYPE } from '../../testing/samples.ts'
import { seriesOf, weeklyBookings } from '../../testing/series.ts'
import { type Answers, refuse } from '../../testing/stub-api.ts'
import { NewBookingDialog } from './new-booking-dialog.tsx'

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
  const onClose = jest.fn()
  const rendered = renderWith(
    {
      getAvailability: FREE,
      getFirstAvailable: { ...FREE, data: null, next_from: null },
      createBookingSeries: seriesOf(weeklyBookings(4)),
      ...answers,
    },
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

describe('a new booking that repeats', () => {
  test('sends a series of every two weeks once, without a chosen provider', async () => {
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

  test('marks an invalid number of visits, and has no Book button until it is valid', async () => {
    await openDialog()
    fill('Repeat', 'week')
    fill('Number of visits', '1')
    expect(screen.getByText('Enter 2 to 104')).toBeTruthy()
    expect(screen.queryByText('Book')).toBeNull()
    fill('Repeat', 'once')
    expect(screen.getByText('Book')).toBeTruthy()
  })

  test('lists the times that are not free with the nearest free ones, and books the others', async () => {
    const limited = { ...CLASH, start: '2026-05-19T07:00:00.000Z', code: 'limit_reached', nearest: null }
    const clashing = refuse('series_clash', 'Nothing was booked.', {
      extensions: { clashes: [CLASH, { ...limited, rules: [] }] },
    })
    const { user, sent, onClose } = await openDialog({
      createBookingSeries: ({ body }) =>
        (body as { partial: boolean }).partial ? seriesOf(weeklyBookings(2)) : clashing(),
    })
    fill('Repeat', 'week')
    await user.click(button('Book'))
    await screen.findByText('2 times are not free. Nothing is booked yet.')
    const list = screen.getByRole('list', { name: 'Times that are not free' })
    expect(list.textContent).toMatch(/May 12.*9:00 AM.*taken by a booking.*: .*10:00 AM · Grace/)
    expect(list.textContent).toMatch(/May 19.*limit of bookings for this day.*No free times nearby/)
    expect(field('Name').value).toBe('Joan')
    await user.click(button('Book the other 2 visits'))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent('createBookingSeries').map(({ body }) => body)).toMatchObject([
      { partial: false, recurrence: 'FREQ=WEEKLY;COUNT=4' },
      { partial: true, recurrence: 'FREQ=WEEKLY;COUNT=4', customer: { name: 'Joan' } },
    ])
  })

  test('drops the list of clashes when the series changes, and books all or nothing again', async () => {
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
