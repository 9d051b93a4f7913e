import { until } from '@usher/test-kit'
import type { Browser } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import type { Usher } from '../stack.ts'
import { givenBookingPage } from './booking-page.ts'
import { open, show } from './browsing.ts'
import { customerPages } from './customer-states.ts'
import { CUSTOM_FIELDS, EVIL, givenBooking, givenVenue } from './venue.ts'

const MAX_BYTES = 50_000

/** What names of a booking page can be, and each kind of question. */
const hostileBookingPage = () => ({
  provider: { name: EVIL },
  others: [EVIL],
  service: {
    ...{ name: EVIL, description: EVIL, capacity: 4, duration_options: [60] },
    price: { amount: 4_050, currency: 'EUR' },
    online_booking: { questions: CUSTOM_FIELDS.map(({ public: _, ...question }) => question) },
  },
})

/** Checks for every guest page, on a stack that is running by then. */
export function describeEveryPage(world: () => { usher: Usher; browser: Browser }): void {
  describe('the guest pages', () => {
    test('guest pages pass axe, run no script in names, fit a phone and load under 50 kB, light and dark', async () => {
      const { usher, browser } = world()
      const { url } = usher.stack
      const venue = await givenVenue(usher, { name: EVIL, custom_fields: CUSTOM_FIELDS })
      const guests = [
        await venue.guest(EVIL, { fields: { seat: 'In' } }),
        await venue.guest(EVIL, { fields: { seat: 'In' } }),
      ]
      const [called, waiting] = guests as [(typeof guests)[0], (typeof guests)[0]]
      await venue.api('POST', `/v1/guests/${called.id}/notify`, { body: { desk: 'Counter 3' } })
      const { path: booking } = await givenBooking(usher)
      const book = await givenBookingPage(usher, hostileBookingPage())
      const paths = [
        ...[book.path, book.servicePath, `${book.servicePath}?lang=ar`, book.detailsPath],
        ...[
          waiting.path,
          called.path,
          `${waiting.path}?lang=ar`,
          `${waiting.path}/details`,
          venue.joinPath,
          `${venue.joinPath}/poster`,
        ],
        ...[
          venue.displayPath,
          booking,
          `${booking}/move`,
          `${booking}/move?start=2030-05-01T10:00:00Z`,
          '/w/nothing',
        ],
      ]
      for (const path of paths) {
        for (const colorScheme of ['light', 'dark'] as const) {
          await using opened = await open(browser, url, {
            colorScheme,
            viewport: { width: 390, height: 844 },
          })
          const { page, loaded } = opened
          await page.goto(path)
          expect([path, colorScheme, await accessibilityFaults(page)]).toEqual([path, colorScheme, []])
          expect(await page.title()).not.toBe('hacked')
          expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(MAX_BYTES)
          expect(loaded.every((one) => one.url.startsWith(url))).toBe(true)
          const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
          expect([path, isWider]).toEqual([path, false])
        }
      }
    })

    test('the pages for standby, codes, own bookings and check-in pass axe and fit a phone, light and dark', async () => {
      const { usher, browser } = world()
      const pages = await customerPages(usher)
      for (const colorScheme of ['light', 'dark'] as const) {
        const viewport = { width: 390, height: 844 }
        await using opened = await open(browser, usher.stack.url, { colorScheme, viewport })
        const { page } = opened
        for (const shown of pages) {
          await show(page, shown)
          expect([shown.name, colorScheme, await accessibilityFaults(page)]).toEqual([
            shown.name,
            colorScheme,
            [],
          ])
          const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
          expect([shown.name, isWider]).toEqual([shown.name, false])
        }
      }
    })

    test('responses forbid frames, inline code and caching with status 200, 400, 404 and 405', async () => {
      const { usher } = world()
      const { url } = usher.stack
      const { joinPath } = await givenVenue(usher)
      const policy =
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
      for (const [path, method, status] of [
        [joinPath, 'GET', 200],
        [joinPath, 'DELETE', 405],
        ['/w/x', 'GET', 404],
        ['/w', 'GET', 404],
        ['/w/%E0%A4%A', 'GET', 400],
        ['/display/x/y', 'GET', 404],
        ['/b/x/cancel', 'POST', 404],
        ['/book/x', 'GET', 404],
        ['/book/x/y/details', 'POST', 404],
      ] as const) {
        const answer = await fetch(url + path, { method, redirect: 'manual' })
        expect([path, answer.status]).toEqual([path, status])
        const of = (name: string) => answer.headers.get(name)
        expect([of('content-type'), of('content-security-policy')]).toEqual([
          'text/html; charset=utf-8',
          policy,
        ])
        expect([of('x-frame-options'), of('cache-control'), of('referrer-policy')]).toEqual([
          'DENY',
          'no-store',
          'no-referrer',
        ])
        expect(of('x-robots-tag')).toContain('noindex')
      }
    })

    test('the browser refuses to show a guest page in a frame of another page', async () => {
      const { usher, browser } = world()
      const { url } = usher.stack
      const { joinPath } = await givenVenue(usher)
      await using opened = await open(browser, url)
      const { page } = opened
      await page.setContent(`<iframe src="${url}${joinPath}"></iframe>`)
      await until('the frame to be refused', () => page.frames()[1]?.url().startsWith('chrome-error:'))
      expect(opened.complaints.join()).toContain('frame')
    })
  })
}
