import { screen, waitFor } from '@testing-library/react'
import { fillDate } from '../../testing/dates.ts'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { BOOKING, PROVIDER, SERVICE_TYPE } from '../../testing/samples.ts'
import { type Answers, refuse } from '../../testing/stub-api.ts'
import { NewBookingDialog } from './new-booking-dialog.tsx'

/** Half an hour from an hour of UTC on: Grace's clock in Tokyo is nine hours ahead. */
const slot = (hour: string) => ({
  start: `2026-05-05T${hour}:00:00.000Z`,
  end: `2026-05-05T${hour}:30:00.000Z`,
  ...{ provider_ids: [PROVIDER.id], seats_left: 1 },
})

const FREE = { data: [slot('00'), slot('01')], as_of: '2026-05-04T09:00:00.000Z' }

function openDialog(answers: Answers = {}) {
  const onClose = jest.fn()
  const dialog = (
    <NewBookingDialog
      wanted={{ day: '2026-05-04' }}
      providers={[PROVIDER]}
      serviceTypes={[{ ...SERVICE_TYPE, name: 'Closed', active: false }, SERVICE_TYPE]}
      onClose={onClose}
    />
  )
  return {
    ...renderWith(
      {
        getAvailability: FREE,
        getFirstAvailable: { ...FREE, data: null, next_from: null },
        createBooking: BOOKING,
        ...answers,
      },
      dialog,
    ),
    onClose,
  }
}

/** Chooses Grace and the first free time. */
async function chooseTime({ user }: ReturnType<typeof openDialog>) {
  fill('Provider', PROVIDER.id)
  fillDate('Date', '2026-05-05')
  await user.click(await screen.findByText('9:00 AM'))
}

describe('the dialog for a new booking', () => {
  test('sends service, provider, time, customer and notes once', async () => {
    const opened = openDialog()
    await chooseTime(opened)
    expect(opened.sent('getAvailability').at(-1)?.query).toEqual({
      ...{ service_type_id: SERVICE_TYPE.id, provider_id: PROVIDER.id, timezone: 'Asia/Tokyo' },
      ...{ from: '2026-05-05', to: '2026-05-06', seats: '1' },
    })
    fill('Name', 'Joan')
    fill('Phone', ' +1 415 555 2671 ')
    fill('E-mail', 'joan@example.com')
    fill('Notes', ' By the window ')
    doubleClick('Book')
    await waitFor(() => expect(opened.onClose).toHaveBeenCalled())
    expect(opened.bodySent('createBooking')).toEqual({
      ...{ service_type_id: SERVICE_TYPE.id, provider_id: PROVIDER.id, start: slot('00').start },
      customer: { name: 'Joan', phone: '+1 415 555 2671', email: 'joan@example.com' },
      ...{ notes: 'By the window', source: 'dashboard' },
    })
  })

  test('sends null for empty fields, and no provider when none was chosen', async () => {
    const { user, bodySent, onClose } = openDialog()
    await user.click(await screen.findByText('3:00 AM'))
    fill('Name', 'Joan')
    doubleClick('Book')
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(bodySent('createBooking')).toEqual({
      ...{ service_type_id: SERVICE_TYPE.id, start: slot('01').start },
      customer: { name: 'Joan', phone: null, email: null },
      ...{ notes: null, source: 'dashboard' },
    })
  })

  test('has no Book button until a time is chosen on the date shown', async () => {
    const opened = openDialog()
    await screen.findByText('2:00 AM')
    expect(screen.queryByText('Book')).toBeNull()
    await chooseTime(opened)
    expect(screen.getByText('Book')).toBeTruthy()
    fillDate('Date', '2026-05-06')
    expect(screen.queryByText('Book')).toBeNull()
  })

  test('starts on the first day with a free time, for each service and provider until a day is chosen', async () => {
    const later = { ...slot('00'), start: '2026-05-20T16:00:00.000Z' }
    const { sent } = openDialog({ getFirstAvailable: { data: later, next_from: null, as_of: FREE.as_of } })
    await screen.findByText('2:00 AM')
    expect(sent('getFirstAvailable')[0]?.query).toMatchObject({
      from: '2026-05-04',
      timezone: 'Europe/Berlin',
    })
    expect(sent('getAvailability').at(-1)?.query).toMatchObject({ from: '2026-05-20' })
    fill('Provider', PROVIDER.id)
    await waitFor(() => expect(sent('getAvailability').at(-1)?.query).toMatchObject({ from: '2026-05-21' }))
    fillDate('Date', '2026-05-05')
    await waitFor(() => expect(sent('getAvailability').at(-1)?.query).toMatchObject({ from: '2026-05-05' }))
  })

  test('marks each invalid entry, and keeps what was typed', async () => {
    const opened = openDialog()
    await chooseTime(opened)
    await opened.user.click(button('Book'))
    expect(saidAt('Name')).toBe('Enter a name')
    expect(opened.sent('createBooking')).toEqual([])
    fill('Name', 'Joan')
    fill('Phone', '4'.repeat(50))
    fill('E-mail', 'nowhere')
    await opened.user.click(button('Book'))
    await waitFor(() => expect(saidAt('E-mail')).toBe('Must be an e-mail address'))
    expect(saidAt('Phone')).toMatch('Too big')
    expect(screen.queryByRole('alert')).toBeNull()
    expect(field('Name').value).toBe('Joan')
    expect(document.activeElement).toBe(field('Phone'))
  })

  test('offers the nearest times when the chosen one was taken, and keeps the customer', async () => {
    const taken = refuse('slot_unavailable', 'The time is not free.', {
      extensions: { alternatives: [slot('02')] },
    })
    let isTaken = true
    const opened = openDialog({ createBooking: () => (isTaken ? taken() : BOOKING) })
    await chooseTime(opened)
    fill('Name', 'Joan')
    await opened.user.click(button('Book'))
    await screen.findByText('The time is not free.')
    isTaken = false
    await opened.user.click(screen.getByText(/11:00 AM · Grace$/))
    expect(field('Name').value).toBe('Joan')
    await opened.user.click(button('Book'))
    await waitFor(() => expect(opened.onClose).toHaveBeenCalled())
    expect(opened.sent('createBooking')[1]?.body).toMatchObject({ start: slot('02').start })
  })
})
