import type { Browser, Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import type { Usher } from '../stack.ts'
import { open } from './browsing.ts'
import { givenVenue } from './venue.ts'

const NO_ANSWER = 'We got no answer. Check your connection and send it again: it will count only once.'

/** Lets the next POST take effect, and loses its answer on the way back. */
const loseNextAnswer = (page: Page): Promise<unknown> =>
  page.route(
    '**/*',
    async (route) => {
      await route.fetch({ maxRedirects: 0 })
      await route.abort()
    },
    { times: 1 },
  )

/** Checks of forms that are sent while the connection is bad. */
export function describeSending(world: () => { usher: Usher; browser: Browser; url: string }): void {
  describe('sending a form of the guest pages', () => {
    test('keeps the typed values when offline or when the answer is lost, and adds the guest once', async () => {
      const { usher, browser, url } = world()
      const venue = await givenVenue(usher)
      await using opened = await open(browser, url)
      const { page } = opened
      await page.goto(venue.joinPath)
      await page.fill('#name', 'Ada Lovelace')
      await page.fill('#party_size', '3')
      await page.context().setOffline(true)
      await page.click('button.primary')
      await page.waitForSelector(`[role=alert]:text-is("${NO_ANSWER}")`)
      expect(await accessibilityFaults(page)).toEqual([])
      expect([page.url(), await page.inputValue('#name')]).toEqual([url + venue.joinPath, 'Ada Lovelace'])
      await page.context().setOffline(false)
      await loseNextAnswer(page)
      await page.click('button.primary')
      await page.waitForSelector('form[aria-busy]', { state: 'detached' })
      expect(await page.textContent('[role=alert]')).toBe(NO_ANSWER)
      expect(await venue.guests()).toHaveLength(1)
      await page.click('button.primary')
      await page.waitForURL('**/w/*')
      expect(await venue.guests()).toMatchObject([{ name: 'Ada Lovelace', party_size: 3 }])
    })

    test("shows a 502 of a proxy in the guest's language, and leaves the queue on the second attempt", async () => {
      const { usher, browser, url } = world()
      const venue = await givenVenue(usher)
      const { path } = await venue.guest('Ada')
      await using opened = await open(browser, url, { locale: 'de-DE' })
      const { page } = opened
      await page.goto(path)
      const failed = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }
      await page.route('**/leave', (route) => route.fulfill(failed), { times: 1 })
      await page.click('#leave summary')
      await page.click('#leave button')
      await page.waitForSelector('#leave [role=alert]:text("Wir haben keine Antwort bekommen.")')
      expect(page.url()).toBe(url + path)
      await page.click('#leave button')
      await page.waitForSelector('h1:text("Sie stehen nicht mehr in der Warteschlange")')
      expect(await venue.guests()).toEqual([])
    })

    test('shows an error at a wrong field and focuses it without loading another page', async () => {
      const { usher, browser, url } = world()
      const venue = await givenVenue(usher, { max_party_size: 4 })
      await using opened = await open(browser, url)
      const { page } = opened
      await page.goto(venue.joinPath)
      await page.evaluate('window.isSamePage = true')
      await page.fill('#name', 'Ada')
      await page.fill('#party_size', '99')
      await page.click('button.primary')
      await page.waitForSelector('.fault')
      expect(await page.evaluate('[document.activeElement.id, window.isSamePage]')).toEqual([
        'party_size',
        true,
      ])
      await page.selectOption('#locale', 'ar')
      await page.click('button[value=language]')
      await page.waitForSelector('html[dir=rtl]')
      expect(await page.inputValue('#name')).toBe('Ada')
      await page.fill('#party_size', '2')
      await page.click('button.primary')
      await page.waitForURL('**/w/*')
      expect(await venue.guests()).toMatchObject([{ party_size: 2, locale: 'ar' }])
    })
  })
}
