import { until } from '@usher/test-kit'
import { accessibilityFaults } from '../accessibility.ts'
import { useSharedUsher } from '../shared-usher.ts'
import { bookSoon, testBookingSetup } from './booking-setup.ts'
import { at, type Calendar, dayAhead, openCalendar, WEEK } from './calendar.ts'
import type { Dashboard } from './dashboard.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const NIGHT = { start: '18:00', end: '06:00' } as const

let calendar: Calendar
let dashboard: Dashboard
let soon: { id: string; start: string }
beforeAll(async () => {
  calendar = await openCalendar(useSharedUsher())
  dashboard = calendar.dashboard
  await ask('POST', '/v1/queues', { name: 'Arrivals' })
  // The last test waits for its start.
  soon = await bookSoon(ask)
})
afterAll(async () => {
  await calendar?.[Symbol.asyncDispose]()
})
afterEach(() => dashboard.closeWindows())

const ask: Calendar['ask'] = (...given) => calendar.ask(...given)

describe('the bookings calendar', () => {
  test('offers free times for a new booking, and shows it in the column of its provider', async () => {
    const day = dayAhead(3)
    const { page, faults } = await calendar.openDay(day)
    await page.getByText(/ · no bookings$/).waitFor()
    await page.getByRole('button', { name: 'New booking' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Service').selectOption('Massage')
    await dialog.getByLabel('Provider').selectOption('Ada')
    await dialog.getByRole('button', { name: '9:00 AM' }).click()
    await dialog.getByLabel('Name').fill(HOSTILE)
    await dialog.getByLabel('Phone').fill('+1 415 555 2671')
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Book', exact: true }).click()
    const column = page.getByRole('group', { name: 'Ada', exact: true })
    await column.getByRole('button', { name: `${HOSTILE} 9:00 AM · Massage Confirmed` }).waitFor()
    await page.getByText(/ · 1 booking$/).waitFor()
    const { data } = await ask(
      'GET',
      `/api/bookings?provider_id=${calendar.ada}&from=${at(day, 0)}&to=${at(day, 23)}`,
    )
    expect(data).toMatchObject([{ start: at(day, 9), customer: { name: HOSTILE, phone: '+14155552671' } }])
    expect(faults).toEqual([])
  })

  test('shows a booking over midnight on both days, even of an archived provider', async () => {
    const [day, next] = [dayAhead(11), dayAhead(12)]
    const nights = { timezone: 'Asia/Tokyo', weekly_hours: WEEK.map((on) => ({ ...NIGHT, day: on })) }
    const nora = (await ask('POST', '/api/providers', { name: 'Nora', ...nights })).id
    const body = { name: 'Watch', duration_minutes: 240, provider_ids: [nora] }
    const service_type_id = (await ask('POST', '/api/service-types', body)).id
    const booking = { service_type_id, start: at(day, 22), customer: { name: 'Late' } }
    const { id } = await ask('POST', '/api/bookings', booking)
    await ask('DELETE', `/api/providers/${nora}`)

    const { page, faults } = await calendar.openDay(day)
    const column = page.getByRole('group', { name: 'Nora', exact: true })
    const heightOf = async (name: string) => {
      const block = column.getByRole('button', { name })
      await block.waitFor()
      return Math.round(((await block.boundingBox())?.height ?? 0) / 64)
    }
    expect(await heightOf('Late 10:00 PM')).toBe(2)
    await page.getByText('Archived', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Next day' }).click()
    expect(await heightOf('Late until 2:00 AM')).toBe(2)
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByText('Week', { exact: true }).click()
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Nora' }) })
    await row.getByRole('button', { name: /until 2:00 AM Late/ }).waitFor()
    await page.goto(`/bookings?booking=${id}`)
    const drawer = page.getByRole('dialog', { name: 'Booking' })
    await drawer.getByText('Nora (archived)').waitFor()
    const { page: phone } = await calendar.openDay(next, 'phone')
    await phone.getByRole('button', { name: /until 2:00 AM Late Watch · Nora/ }).waitFor()
    expect(faults).toEqual([])
  })

  test('moves, edits and cancels a booking with the keyboard alone', async () => {
    const day = dayAhead(5)
    const booking = await calendar.book(day, 10, 'Keys')
    const { page, faults } = await calendar.openDay(day)
    await page.getByRole('button', { name: /Keys/ }).focus()
    await page.keyboard.press('Enter')
    const drawer = page.getByRole('dialog', { name: 'Booking' })
    await drawer.getByRole('button', { name: 'Move' }).press('Enter')
    await drawer.getByRole('button', { name: '3:00 PM' }).press('Enter')
    await drawer.getByRole('button', { name: 'Move here' }).press('Enter')
    await calendar.isBooked(booking.id, { start: at(day, 15) })
    await drawer.getByRole('button', { name: 'Edit' }).press('Enter')
    await drawer.getByLabel('Notes').fill('By the window')
    await drawer.getByRole('button', { name: 'Save' }).press('Enter')
    await calendar.isBooked(booking.id, { notes: 'By the window' })
    await drawer.getByRole('button', { name: 'Cancel the booking' }).press('Enter')
    await drawer.getByLabel('Reason').fill('Ill')
    await page.keyboard.press('Enter')
    await calendar.isBooked(booking.id, { status: 'cancelled', cancel_reason: 'Ill' })
    await drawer.getByText('Cancelled', { exact: true }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('asks before overwriting notes of a booking changed in the meantime', async () => {
    const day = dayAhead(13)
    const booking = await calendar.book(day, 10, 'Contested')
    const { page, faults } = await calendar.openDay(day)
    await page.getByRole('button', { name: /Contested/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Booking' })
    await drawer.getByRole('button', { name: 'Edit' }).click()
    await drawer.getByLabel('Notes').fill('Mine')
    const theirs = { notes: 'Theirs', start: at(day, 14) }
    await ask('PATCH', `/api/bookings/${booking.id}`, theirs)
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.getByRole('alert').getByText('Notes is now Theirs').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await drawer.getByRole('button', { name: 'Save mine instead' }).click()
    await calendar.isBooked(booking.id, { notes: 'Mine', start: at(day, 14) })
    expect(faults).toEqual([])
  })

  test('checks in a customer who comes early, and does not offer No-show yet', async () => {
    const comes = await bookSoon(ask, 'Comes', 60)
    const { page } = await calendar.openDay(comes.start.slice(0, 10))
    await page.getByRole('button', { name: /Comes/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Booking' })
    expect(await drawer.getByRole('button', { name: 'No-show' }).count()).toBe(0)
    await drawer.getByRole('button', { name: 'Check in to a queue' }).click()
    await drawer.getByRole('button', { name: 'Check in', exact: true }).click()
    await drawer.getByText('Checked in', { exact: true }).waitFor()
    await until('the guest', async () => (await ask('GET', `/api/bookings/${comes.id}`)).guest_id)
  })

  test('does not offer check-in for a booking that is days ahead', async () => {
    const day = dayAhead(6)
    await calendar.book(day, 9, 'Far ahead')
    const { page } = await calendar.openDay(day)
    await page.getByRole('button', { name: /Far ahead/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Booking' })
    await drawer.getByRole('button', { name: 'Move' }).waitFor()
    expect(await drawer.getByRole('button', { name: 'Check in to a queue' }).count()).toBe(0)
  })

  test('filters by customer and provider, in a list on a phone', async () => {
    const day = dayAhead(7)
    await calendar.book(day, 9, 'Zoe Nine')
    await calendar.book(day, 10, 'Yan Ten', calendar.bob)
    const { page, faults } = await calendar.openDay(day, 'phone')
    await page.getByRole('button', { name: /Zoe Nine Massage · Ada/ }).waitFor()
    await page.getByLabel('Customer').fill('yan')
    await page.getByRole('button', { name: /Zoe Nine/ }).waitFor({ state: 'detached' })
    await page.getByLabel('Customer').fill('')
    await page.getByLabel('Provider').selectOption('Ada')
    await page.getByRole('button', { name: /Yan Ten/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /Zoe Nine/ }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults).toEqual([])
  })
})

testBookingSetup(() => dashboard, ask)

describe('a booking that has started', () => {
  test('can be marked as a no-show, and as completed afterwards', async () => {
    await until('its start', () => Date.parse(soon.start) < Date.now())
    const { page } = await calendar.openDay(soon.start.slice(0, 10))
    await page.getByRole('button', { name: /Stays away/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Booking' })
    await drawer.getByRole('button', { name: 'No-show' }).click()
    await calendar.isBooked(soon.id, { status: 'no_show' })
    await drawer.getByRole('button', { name: 'Complete' }).click()
    expect(await calendar.isBooked(soon.id, { status: 'completed' })).toBe(true)
  })
})
