import { until } from '@usher/test-kit'
import { accessibilityFaults } from '../accessibility.ts'
import { newAddresses, signUp } from '../people.ts'
import type { Ask } from './ask.ts'
import { type Dashboard, PASSWORD } from './dashboard.ts'
import { enterDate, enterDateTime, enterTime } from './dates.ts'

const emailOf = newAddresses()

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const HOSTILE = '<script>alert(1)</script>'

/** Books a time within a minute after `inMinutes`, at a provider who works around the clock. */
export async function bookSoon(
  ask: Ask,
  name = 'Stays away',
  inMinutes = 1,
): Promise<{ id: string; start: string }> {
  const start = new Date(Math.ceil(Date.now() / 60_000 + inMinutes) * 60_000).toISOString()
  const hours = WEEK.map((day) => ({ day, start: start.slice(11, 16), end: start.slice(11, 16) }))
  const provider = await ask('POST', '/api/providers', { name: 'Now', timezone: 'UTC', weekly_hours: hours })
  const body = { name: 'At once', duration_minutes: 5, provider_ids: [provider.id] }
  const type = await ask('POST', '/api/service-types', body)
  const customer = { name }
  return await ask('POST', '/api/bookings', { service_type_id: type.id, start, customer })
}

/**
 * The pages for setting up bookings. They share a file with the calendar tests, because a stack for each costs too
 * much.
 */
export function testBookingSetup(dashboard: () => Dashboard, ask: Ask): void {
  const visit = (path: string) => dashboard().visitAs(dashboard().usher.demo, path)
  const named = (path: string, name: string, isSo: (item: Record<string, unknown>) => boolean = () => true) =>
    until(`${name} to be so`, async () => {
      const { data } = await ask('GET', `${path}?limit=100`)
      return data.find((item: Record<string, unknown>) => item.name === name && isSo(item))
    })

  describe('the pages for setting up bookings', () => {
    test('add a provider with hours past midnight, copied to another day, a closed date and time off', async () => {
      const { page, faults } = await visit('/providers')
      await page.getByRole('button', { name: 'New provider' }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel('Name').fill(HOSTILE)
      await drawer.getByRole('button', { name: 'Add hours on Monday' }).click()
      await enterTime(drawer, 'Monday, window 1: from', '20:00')
      await enterTime(drawer, 'Monday, window 1: to', '02:00')
      await drawer.getByText('Ends on the next day').waitFor()
      await drawer.getByRole('button', { name: 'Copy Monday' }).click()
      await page.getByRole('menuitem', { name: 'To Friday', exact: true }).click()
      await enterDate(drawer, 'Date', '2027-12-24')
      await drawer.getByRole('button', { name: 'Add date' }).click()
      await enterDateTime(drawer, 'Away from', '2027-06-01T09:00')
      await enterDateTime(drawer, 'Back at', '2027-06-08T09:00')
      await drawer.getByLabel('Reason').fill('Leave')
      await drawer.getByRole('button', { name: 'Add time off' }).click()
      expect(await accessibilityFaults(page)).toEqual([])
      await drawer.getByRole('button', { name: 'Save' }).click()
      await page.getByText(HOSTILE).waitFor()
      const night = { start: '20:00', end: '02:00' }
      expect(await named('/api/providers', HOSTILE)).toMatchObject({
        weekly_hours: [
          { day: 'monday', ...night },
          { day: 'friday', ...night },
        ],
        overrides: [{ date: '2027-12-24', windows: [] }],
        time_off: [{ reason: 'Leave' }],
      })
      expect(faults).toEqual([])
    })

    test('create, change and archive a service type, and explain why a time is missing', async () => {
      const { page, faults } = await visit('/service-types')
      await page.getByRole('button', { name: 'New service type' }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel('Name').fill('Shave')
      await drawer.getByLabel('Other durations').fill('45, 60')
      await drawer.getByLabel('Ada', { exact: true }).check()
      await drawer.getByLabel('Price').fill('1999')
      await drawer.getByLabel('Currency').selectOption('JPY')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await named('/api/service-types', 'Shave', ({ price }) => price !== null)
      expect(await named('/api/service-types', 'Shave')).toMatchObject({
        duration_options: [45, 60],
        price: { amount: 1999, currency: 'JPY' },
      })
      await page.getByRole('button', { name: 'Why is a time missing?' }).click()
      await drawer.getByLabel('Service type').selectOption('Shave')
      await enterDateTime(drawer, 'Start', '2020-01-01T12:00')
      await drawer.getByRole('button', { name: 'Explain' }).click()
      await drawer.getByText('It is too soon: see “Minimum notice”.').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Shave/ }).click()
      await drawer.getByLabel('Buffer after').fill('10')
      await drawer.getByRole('button', { name: 'Save' }).click()
      await named('/api/service-types', 'Shave', (type) => type.buffer_after_minutes === 10)
      await page.getByRole('button', { name: /^Shave/ }).click()
      await drawer.getByRole('button', { name: 'Archive' }).click()
      await drawer.getByRole('button', { name: 'Archive it now' }).click()
      await page.getByRole('button', { name: /^Shave/ }).waitFor({ state: 'detached' })
      expect(faults).toEqual([])
    })

    test('add a product with price, image and translation, move it, and ask before overwriting its price', async () => {
      const { page, faults } = await visit('/catalogue')
      await page.getByRole('button', { name: 'New product' }).click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel('Name', { exact: true }).fill('Comb')
      await drawer.getByLabel('Image URLs').fill('https://images.example/comb.jpg')
      await drawer.getByLabel('Category').selectOption('Hair')
      await drawer.getByLabel('Price').fill('3.5')
      await drawer.getByLabel('Language').selectOption('de')
      await drawer.getByRole('button', { name: 'Add language' }).click()
      await drawer.getByLabel('Name in German').fill('Kamm')
      expect(await accessibilityFaults(page)).toEqual([])
      await drawer.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('button', { name: 'Move Comb up' }).click()
      const comb = await named('/api/products', 'Comb')
      expect(comb).toMatchObject({
        price: { amount: 350, currency: 'EUR' },
        translations: { de: { name: 'Kamm' } },
        image_urls: ['https://images.example/comb.jpg'],
      })
      await named('/api/products', 'Shampoo', ({ position }) => position === 1)
      await page.getByRole('button', { name: /^Comb/ }).click()
      await drawer.getByLabel('Price').fill('4')
      await ask('PATCH', `/api/products/${comb.id}`, { price: { amount: 500, currency: 'EUR' } })
      await drawer.getByRole('button', { name: 'Save' }).click()
      await drawer.getByRole('alert').getByText('Price has changed').waitFor()
      await drawer.getByRole('button', { name: 'Take theirs' }).click()
      expect(await drawer.getByLabel('Price').inputValue()).toMatch(/^5/)
      expect(faults).toEqual([])
    })

    test('connect, sync and disconnect a Google Calendar', async () => {
      const { page } = await visit('/google-calendar')
      await page.getByRole('link', { name: 'Connect a calendar for Ada' }).click()
      await page.getByRole('button', { name: 'Allow' }).click()
      await page.waitForURL((url) => url.pathname === '/google-calendar')
      await page.getByText('Connected', { exact: true }).waitFor()
      await page.getByLabel('Write bookings to').waitFor()
      await page.getByRole('button', { name: 'Save calendars' }).click()
      await page.getByText('Saved').waitFor()
      await page.getByRole('button', { name: 'Sync now' }).click()
      await page.getByText(/^In sync /).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await page.getByRole('button', { name: 'Disconnect', exact: true }).click()
      await page.getByRole('button', { name: 'Disconnect now' }).click()
      await page.getByRole('link', { name: 'Connect a calendar for Ada' }).waitFor()
    })
  })

  describe('an organisation without early access to bookings', () => {
    test('shows that bookings are in early access, without a link to service types', async () => {
      await signUp(dashboard().usher.stack.url, emailOf('later'), 'Later Ltd')
      const { page } = await dashboard().visitAs({ email: emailOf('later'), password: PASSWORD }, '/bookings')
      await page.getByRole('heading', { name: 'Bookings are in early access' }).waitFor()
      expect(await page.getByRole('link', { name: 'Service types', includeHidden: true }).count()).toBe(0)
      expect(await accessibilityFaults(page)).toEqual([])
    })
  })
}
