import type { Browser, Page } from 'playwright-core'
import type { Usher } from '../stack.ts'
import { type GivenBookingPage, givenBookingPage } from './booking-page.ts'
import { open } from './browsing.ts'

/** Presses something that leads to another page, or to an answer in its place. @throws Error with what the page shows */
export async function press(page: Page, target: string, shown: string): Promise<void> {
  await page.click(target)
  await page.waitForSelector(shown).catch(async (cause) => {
    throw new Error(`${shown} is not shown, but: ${await page.textContent('body')}`, { cause })
  })
}

/** Opens the times of a service and presses one of them. */
export async function pressTime(page: Page, { servicePath }: Pick<GivenBookingPage, 'servicePath'>, nth = 1) {
  await page.goto(servicePath)
  await press(page, `.day button >> nth=${nth}`, '#name')
}

export async function fillDetails(page: Page): Promise<void> {
  await page.fill('#name', 'Ada Lovelace')
  await page.fill('#email', 'ada@example.com')
}

export const BOOKED = 'h1:text-is("Booked")'

const ADA = { name: 'Ada Lovelace', phone: null, email: 'ada@example.com', locale: 'en' }

/** Checks of the way from the link to the booking. */
export function describeBookingPath(world: () => { usher: Usher; browser: Browser; url: string }): void {
  describe('a customer with the link of a booking page', () => {
    test.each([
      ['with scripts', true],
      ['without scripts', false],
    ])('books %s in three presses, and staff see the booking', async (_, javaScriptEnabled) => {
      const { usher, browser, url } = world()
      const given = await givenBookingPage(usher, { others: ['Beard'] })
      await using opened = await open(browser, url, { javaScriptEnabled })
      const { page } = opened
      await page.goto(given.path)
      await press(page, 'a:has-text("Haircut")', '.day')
      await press(page, '.day button >> nth=1', '#name')
      expect(await page.textContent('main > .notice')).toMatch(/^Held for you until \d/)
      await fillDetails(page)
      await press(page, 'button.primary', BOOKED)
      const calendar = await fetch(url + (await page.getAttribute('a[download]', 'href')))
      expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR.*SUMMARY:Haircut/s)
      expect(await page.textContent('.until')).toMatch(/^You can move or cancel it until .* at 9:30/)
      expect(await given.bookings()).toMatchObject([{ customer: ADA, source: 'booking-page' }])
      expect(opened.complaints).toEqual([])
    })

    test('the booking has the chosen duration and seats, and the answers to the questions', async () => {
      const { usher, browser, url } = world()
      const questions = [
        { key: 'hair', label: 'Hair', type: 'choice', options: ['Long', 'Short'], required: true },
        { key: 'first', label: 'First visit', type: 'boolean', required: false },
      ]
      const given = await givenBookingPage(usher, {
        service: { capacity: 3, duration_options: [60], online_booking: { questions } },
      })
      await using opened = await open(browser, url, { javaScriptEnabled: false })
      const { page } = opened
      // A single service leads straight to its times.
      await page.goto(given.path)
      expect(new URL(page.url()).pathname).toBe(given.servicePath)
      await page.selectOption('#duration', '60')
      await page.selectOption('#seats', '2')
      await press(page, '.choice button', 'p.hint:text-is("1 hr")')
      await press(page, '.day button >> nth=0', '#name')
      expect(await page.textContent('main .card')).toMatch(/2 people/)
      await press(page, 'button.primary', '.fault')
      expect(await page.locator('.fault').allTextContents()).toEqual([
        'Please fill this in.',
        'Please give a phone number or an e-mail address.',
        'Please fill this in.',
      ])
      await page.fill('#name', 'Ada Lovelace')
      await page.fill('#phone', '12')
      await page.selectOption('#field-hair', 'Long')
      await page.check('[name=field-first]')
      await page.fill('#notes', 'Ring twice')
      await press(page, 'button.primary', '.fault:has-text("country code")')
      await page.selectOption('#locale', 'de')
      await press(page, 'button[value=language]', 'h1:text("Ihre Angaben")')
      expect([await page.inputValue('#notes'), await page.isChecked('[name=field-first]')]).toEqual([
        'Ring twice',
        true,
      ])
      await page.fill('#phone', '+14155552671')
      await press(page, 'button.primary', 'h1:text-is("Gebucht")')
      const [booking] = await given.bookings()
      expect(booking).toMatchObject({
        ...{ seats: 2, notes: 'Ring twice', answers: { hair: 'Long', first: true } },
        customer: { phone: '+14155552671', locale: 'de' },
      })
      expect(Date.parse(booking.end) - Date.parse(booking.start)).toBe(3_600_000)
    })

    test('offers no change of a booking that is past its cancel_until_minutes', async () => {
      const { usher, browser, url } = world()
      const online_booking = { cancel_until_minutes: 43_200 }
      const given = await givenBookingPage(usher, { service: { online_booking } })
      await using opened = await open(browser, url)
      const { page } = opened
      await pressTime(page, given)
      await fillDetails(page)
      await press(page, 'button.primary', BOOKED)
      expect(await page.isVisible('text=This booking can no longer be changed.')).toBe(true)
      expect(await page.locator('#cancel, a:has-text("Choose another time"), .until').count()).toBe(0)
    })

    test('keeps the typed details when the answer to a booking is lost, and books once when sent again', async () => {
      const { usher, browser, url } = world()
      const given = await givenBookingPage(usher, { service: { capacity: 5 } })
      await using opened = await open(browser, url)
      const { page } = opened
      await pressTime(page, given)
      await fillDetails(page)
      const lose = async (route: import('playwright-core').Route) => {
        await route.fetch({ maxRedirects: 0 })
        await route.abort()
      }
      await page.route('**/details?*', lose, { times: 1 })
      await press(page, 'button.primary', '[role=alert]:has-text("We got no answer")')
      expect(await page.inputValue('#name')).toBe('Ada Lovelace')
      await press(page, 'button.primary', BOOKED)
      expect(await given.bookings()).toHaveLength(1)
    })
  })
}
