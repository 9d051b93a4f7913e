import type { Browser } from 'playwright-core'
import type { Usher } from '../stack.ts'
import { open } from './browsing.ts'
import { EVIL, givenBooking } from './venue.ts'

/** Checks of a customer's own booking. */
export function describeOwnBooking(world: () => { usher: Usher; browser: Browser; url: string }): void {
  describe("a customer's own booking", () => {
    test('the customer moves, downloads and cancels the booking, and the page agrees with the API', async () => {
      const { usher, browser, url } = world()
      const { path, owner, id } = await givenBooking(usher)
      await using opened = await open(browser, url)
      const { page } = opened
      await page.goto(path)
      expect(await page.textContent('.when')).toMatch(/10:00\s*–\s*10:30/)
      await page.click('text=Choose another time')
      await page.click('.day:first-of-type button:text("11:00")')
      await page.waitForSelector('h1:text("Move your booking?")')
      expect(await page.locator('.when').allTextContents()).toEqual([
        expect.stringMatching(/10:00\s*–\s*10:30/),
        expect.stringMatching(/11:00\s*–\s*11:30/),
      ])
      expect((await owner('GET', `/api/bookings/${id}`)).body.start).toMatch(/T10:00:00/)
      await page.click('text=Back')
      await page.click('.day:first-of-type button:text("11:30")')
      await page.click('text=Yes, move the booking')
      await page.waitForURL(`**${path}`)
      expect(await page.textContent('.when')).toMatch(/11:30\sAM\s*–\s*12:00\sPM/)
      expect((await owner('GET', `/api/bookings/${id}`)).body.start).toMatch(/T11:30:00/)
      const calendar = await fetch(url + (await page.getAttribute('a[download]', 'href')))
      expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR.*SUMMARY:Haircut/s)
      await page.click('text=Cancel the booking')
      await page.fill('#reason', EVIL)
      await page.click('text=Yes, cancel the booking')
      await page.waitForSelector('.badge.cancelled')
      expect((await owner('GET', `/api/bookings/${id}`)).body).toMatchObject({
        status: 'cancelled',
        cancel_reason: EVIL,
      })
      expect(opened.complaints).toEqual([])
    })
  })
}
