import { randomBytes } from 'node:crypto'
import { type Client, dayAhead, sessionClient, until } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { made } from '../made.ts'
import { enterDate } from './dates.ts'
import { useDashboard } from './during-tests.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '12:00' }))

const dashboard = useDashboard()
let owner: Client
beforeAll(async () => {
  owner = await sessionClient(dashboard.usher.stack.url, dashboard.usher.demo)
})

/** A service type with a provider, every morning (UTC). */
async function givenService(name: string): Promise<string> {
  const provider = await made(owner, '/api/providers', {
    name: `${name} by Ada`,
    timezone: 'UTC',
    weekly_hours,
  })
  const body = { name, duration_minutes: 60, provider_ids: [provider.id] }
  return (await made(owner, '/api/service-types', body)).id
}

const bookingsOf = async (service_type_id: string) =>
  (await owner('GET', `/api/bookings?service_type_id=${service_type_id}`)).body.data

/** Opens a booking in the calendar. */
async function openBooking(page: Page, id: string) {
  await page.goto(`/bookings?booking=${id}`)
  const drawer = page.getByRole('dialog', { name: 'Booking', exact: true })
  await drawer.waitFor()
  return drawer
}

describe('an organisation without a booking page', () => {
  test('creates one with a question; a customer books on it, and staff see the answer', async () => {
    const serviceId = await givenService('Massage')
    const slug = `bistro-${randomBytes(6).toString('hex')}`
    const staff = await dashboard.visitAs(dashboard.usher.demo, '/booking-page')
    await staff.page.getByLabel('End of the address').fill(slug)
    await staff.page.getByRole('button', { name: 'Create the page' }).click()
    await staff.page
      .getByRole('group', { name: 'Link' })
      .getByText(new RegExp(`/book/${slug}$`))
      .waitFor()
    const massage = staff.page.getByRole('switch', { name: 'Customers can book Massage' })
    await massage.focus()
    await staff.page.keyboard.press('Space')
    await staff.page.getByText('Massage is on the page.').waitFor()
    expect(await massage.isChecked()).toBe(true)
    await staff.page.getByLabel('Your sites').fill('www.bistro.example/contact')
    await staff.page.getByLabel('Your sites').press('Tab')
    await staff.page.keyboard.press('Enter')
    await staff.page.getByRole('group', { name: 'Code for a site' }).getByText('embed.js').waitFor()
    expect(await accessibilityFaults(staff.page)).toEqual([])

    await staff.page.getByRole('link', { name: 'Massage' }).click()
    const drawer = staff.page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Add a question' }).click()
    await drawer.getByLabel('Label of field 1').fill('Any allergies?')
    await drawer.getByLabel('Change or cancel until').fill('2')
    await drawer.getByLabel('Unit').selectOption('days')
    expect(await accessibilityFaults(staff.page)).toEqual([])
    await drawer.getByRole('button', { name: 'Save' }).click()
    await drawer.waitFor({ state: 'hidden' })

    const customer = await dashboard.visit(`/book/${slug}`, { width: 'phone' })
    await customer.page.locator('.day button').last().click()
    await customer.page.locator('#name').fill('Joan')
    await customer.page.locator('#email').fill('joan@example.com')
    await customer.page.getByLabel('Any allergies?').fill('Nuts')
    await customer.page.locator('button.primary').click()
    await customer.page.getByRole('heading', { name: 'Booked' }).waitFor()

    const [booking] = await until('the booking', async () => {
      const all = await bookingsOf(serviceId)
      return all.length > 0 && all
    })
    const details = await openBooking(staff.page, booking.id)
    await details.getByText('Any allergies?').waitFor()
    await details.getByText('Nuts', { exact: true }).waitFor()
    expect(await accessibilityFaults(staff.page)).toEqual([])
    expect([...staff.faults, ...customer.faults]).toEqual([])
  })
})

describe('a provider who is booked in one of the weeks ahead', () => {
  test('gets the other visits of a weekly series, whose rest can be cancelled later', async () => {
    const service_type_id = await givenService('Lesson')
    const [first, second] = [dayAhead(3), dayAhead(10)]
    const taken = { service_type_id, start: `${second}T10:00:00Z`, customer: { name: 'Earlier' } }
    await made(owner, '/api/bookings', taken)

    const { page, faults } = await dashboard.visitAs(dashboard.usher.demo, '/bookings', { width: 'phone' })
    await page.getByRole('button', { name: 'New booking' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Service').selectOption('Lesson')
    await dialog.getByLabel('Provider').selectOption('Lesson by Ada')
    await enterDate(dialog, 'Date', first)
    await dialog.getByRole('button', { name: '10:00 AM' }).click()
    await dialog.getByLabel('Repeat').selectOption('Every week')
    await dialog.getByLabel('Number of visits').fill('4')
    await dialog.getByLabel('Name').fill('Joan')
    await dialog.getByRole('button', { name: 'Book', exact: true }).click()
    await dialog.getByText('One time is not free. Nothing is booked yet.').waitFor()
    await dialog.getByText(/^Nearest free time: .* · Lesson by Ada$/).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await dialog.getByRole('button', { name: 'Book the other 3 visits' }).click()
    await page.getByText('3 bookings made').waitFor()

    const made3 = (await bookingsOf(service_type_id)).filter(
      ({ customer }: { customer: { name: string } }) => customer.name === 'Joan',
    )
    expect(made3.map(({ start }: { start: string }) => start.slice(0, 16))).toEqual(
      [first, dayAhead(17), dayAhead(24)].map((day) => `${day}T10:00`),
    )
    const details = await openBooking(page, made3[1].id)
    await details.getByText('2 of 3').waitFor()
    await details.getByRole('button', { name: 'Cancel the rest of the series' }).click()
    await details.getByText('2 bookings will be cancelled').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await details.getByRole('button', { name: 'Cancel them now' }).click()
    await page.getByText('Rest of the series cancelled').waitFor()
    const statuses = await Promise.all(
      made3.map(async ({ id }: { id: string }) => (await owner('GET', `/api/bookings/${id}`)).body.status),
    )
    expect(statuses).toEqual(['confirmed', 'cancelled', 'cancelled'])
    expect(faults).toEqual([])
  })
})
