import { screen, waitFor } from '@testing-library/react'
import { dateAt } from '../../testing/dates.ts'
import { button, field, renderWith } from '../../testing/render.tsx'
import { BOOKING, ME, PROVIDER, SERVICE_TYPE } from '../../testing/samples.ts'
import { type Answers, refuse, type SentRequest } from '../../testing/stub-api.ts'
import { Calendar } from './calendar.tsx'

/** Far ahead, so that no time of it is past. A Wednesday. */
const DAY = '2099-05-06'
const at = (time: string) => `${DAY}T${time}:00.000Z`

const hours = { day: 'wednesday', start: '09:00', end: '12:00' } as const
const provider = { ...PROVIDER, timezone: 'UTC', weekly_hours: [hours] }
const linus = { ...provider, id: PROVIDER.id.replace(/0$/, '1'), name: 'Linus' }
const colour = { ...SERVICE_TYPE, id: SERVICE_TYPE.id.replace(/0$/, '1'), name: 'Colour' }
const cut = { ...SERVICE_TYPE, provider_ids: [provider.id, linus.id] }
const booking = { ...BOOKING, timezone: 'UTC', start: at('10:00'), end: at('10:45') }

const slot = (time: string) => ({
  ...{ start: at(time), end: at('12:00'), provider_ids: [provider.id, linus.id], seats_left: 1 },
})
const free = (...times: string[]) => ({ data: times.map(slot), as_of: at('00:00') })

function openDay(
  answers: Answers = {},
  { scopes = ME.scopes, view = 'day' as 'day' | 'week', open = false, day = DAY } = {},
) {
  const given = { getAvailability: free('09:00', '09:30', '11:15'), createBooking: booking, ...answers }
  const calendar = (
    <Calendar
      days={[day]}
      providers={[provider, linus]}
      archived={[]}
      serviceTypes={[{ ...colour, provider_ids: [] }, cut]}
      bookings={[booking]}
      openId={open ? booking.id : undefined}
      onOpen={jest.fn()}
      onClose={jest.fn()}
      onlyProvider=""
      view={view}
    />
  )
  return renderWith(given, calendar, { ...ME, scopes })
}

describe('a day of the calendar', () => {
  test('scrolls to the present time once when it is today', () => {
    jest.useFakeTimers({ now: new Date('2026-12-01T11:00:00Z'), advanceTimers: true })
    onTestFinished(() => jest.useRealTimers())
    const scrolled = jest.spyOn(HTMLElement.prototype, 'scrollIntoView')
    onTestFinished(() => scrolled.mockRestore())
    openDay()
    expect(scrolled).not.toHaveBeenCalled()
    openDay({}, { day: '2026-12-01' })
    expect(scrolled).toHaveBeenCalledTimes(1)
  })

  test('offers each empty time within working hours for booking', () => {
    openDay()
    expect(screen.getAllByRole('button', { name: /^Book Grace at/ }).map((one) => one.textContent)).toEqual([
      ...['9:00 AM', '9:30 AM', '10:30 AM', '11:00 AM', '11:30 AM'],
    ])
    expect(screen.getAllByRole('button', { name: /^Book Linus at/ })).toHaveLength(6)
  })

  test('moves between empty times with the arrow keys, and books with Enter', async () => {
    const { user } = openDay()
    button('Book Grace at 9:30 AM').focus()
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(button('Book Grace at 10:30 AM'))
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(button('Book Linus at 10:30 AM'))
    await user.keyboard('{ArrowUp}{Enter}')
    await screen.findByRole('dialog', { name: 'New booking' })
    expect(field('Provider').value).toBe(linus.id)
    const inTabOrder = screen
      .getAllByRole('button', { name: /^Book .* at/ })
      .filter((one) => one.tabIndex === 0)
    expect(inTabOrder).toEqual([button('Book Linus at 10:00 AM')])
  })

  test('fills in service, provider, date and time for the empty time that was chosen', async () => {
    const { user, bodySent } = openDay()
    await user.click(button('Book Grace at 11:00 AM'))
    const chosen = await screen.findByRole('button', { name: /^11:15\sAM$/, pressed: true })
    expect([field('Service').value, field('Provider').value]).toEqual([cut.id, provider.id])
    expect(dateAt('Date')).toBe(DAY)
    await waitFor(() => expect(document.activeElement).toBe(field('Name')))
    await user.keyboard('Joan{Enter}')
    await waitFor(() => expect(chosen.isConnected).toBe(false))
    expect(bodySent('createBooking')).toMatchObject({
      ...{
        service_type_id: cut.id,
        provider_id: provider.id,
        start: at('11:15'),
        customer: { name: 'Joan' },
      },
    })
  })

  test('says that the chosen time is not free for the service, and selects none', async () => {
    const { user } = openDay()
    await user.click(button('Book Grace at 10:30 AM'))
    await screen.findByText('10:30 AM is not free for this service. Choose another time.')
    expect(screen.queryByRole('button', { pressed: true })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Book' })).toBeNull()
    await user.click(button(/^9:30\sAM$/))
    expect(screen.queryByText(/is not free/)).toBeNull()
    expect(button('Book')).toBeTruthy()
  })

  test('offers days with working hours for booking in the week view', async () => {
    const { user } = openDay({}, { view: 'week' })
    await user.click(button(/^Book Linus on/))
    await screen.findByRole('dialog', { name: 'New booking' })
    expect([field('Provider').value, dateAt('Date')]).toEqual([linus.id, DAY])
    expect(screen.queryByText(/is not free/)).toBeNull()
  })

  test('offers no times to a member who may not book', () => {
    openDay({}, { scopes: ME.scopes.filter((scope) => scope !== 'bookings:write') })
    expect(screen.getByRole('button', { name: /Joan/ })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Book/ })).toBeNull()
  })
})

/** Moves the booking to 11:15 in the drawer. */
async function move({ user }: ReturnType<typeof openDay>) {
  await user.click(button('Move'))
  await user.click(await screen.findByRole('button', { name: /^11:15\sAM$/ }))
  await user.click(button('Move here'))
  await screen.findByText(/^Booking moved\. Joan: .*11:15/)
}

describe('a booking that was moved in the calendar', () => {
  const moved = { ...booking, start: at('11:15'), end: at('12:00') }

  test('goes back on Undo, on condition that it has not changed since the move', async () => {
    const opened = openDay(
      { updateBooking: ({ body }) => ({ ...moved, ...(body as object) }) },
      { open: true },
    )
    await move(opened)
    await opened.user.click(button('Undo'))
    await screen.findByText(/^Moved back\. Joan: .*10:00/)
    const [forth, back] = opened.sent('updateBooking')
    expect(forth?.headers.get('if-match')).toBeNull()
    expect(back?.body).toEqual({ start: booking.start, provider_id: booking.provider_id })
    expect(back?.headers.get('if-match')).toBe('"1"')
  })

  test.each([
    [refuse('precondition_failed', 'Changed.'), /^Somebody else changed this in the meantime/],
    [refuse('slot_unavailable', 'The time is not free.', { extensions: { alternatives: [] } }), /not free/],
  ])('says why the undo was refused (%#)', async (refusal, reason) => {
    const answer = ({ headers }: SentRequest) => (headers.has('if-match') ? refusal() : moved)
    const opened = openDay({ updateBooking: answer }, { open: true })
    await move(opened)
    await opened.user.click(button('Undo'))
    await screen.findByText('Not moved back')
    expect(screen.getByText(reason)).toBeTruthy()
  })
})
