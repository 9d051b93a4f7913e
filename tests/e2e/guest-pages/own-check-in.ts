import { sessionClient, until } from '@usher/test-kit'
import type { Browser } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { bookSoon } from '../dashboard/booking-setup.ts'
import type { Usher } from '../stack.ts'
import { open } from './browsing.ts'

interface World {
  readonly usher: Usher
  readonly browser: Browser
  readonly url: string
}

/** A booking for now, of a queue that takes it, with the pages of both. */
export async function givenTaken({ stack, demo }: Usher) {
  const owner = await sessionClient(stack.url, demo)
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await owner(method, path, { body })
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.detail}`)
    return answer.body
  }
  const { id } = await bookSoon(ask, 'Ada')
  const { service_type_id, manage_url } = await ask('GET', `/api/bookings/${id}`)
  const bookings = { service_type_ids: [service_type_id] }
  const queue = await ask('POST', '/v1/queues', { name: 'Desk', public_join: true, bookings })
  const pathOf = (link: string) => new URL(link).pathname
  await until('the queue takes the booking', async () => {
    const own = await fetch(`${stack.url}/public/bookings/${pathOf(manage_url).slice('/b/'.length)}`)
    return ((await own.json()) as { can_check_in: boolean }).can_check_in
  })
  return { link: manage_url, own: pathOf(manage_url), join: pathOf(queue.join_url) }
}

/** Checks of customers who check in by themselves. */
export function describeOwnCheckIn(world: () => World): void {
  describe('a customer who has arrived for a booking', () => {
    test.each([
      ['with scripts', true],
      ['without scripts', false],
    ])("checks in on the booking's page %s and leads to the place in line", async (_, javaScriptEnabled) => {
      const { usher, browser, url } = world()
      const { own } = await givenTaken(usher)
      await using opened = await open(browser, url, { javaScriptEnabled })
      const { page } = opened
      await page.goto(own)
      if (javaScriptEnabled) expect(await accessibilityFaults(page)).toEqual([])
      await page.click('button:text("I have arrived")')
      await page.waitForURL('**/w/*')
      await page.waitForSelector('h1:text("Your place in line")')
      await page.goto(own)
      await page.click('a:text("Your place in line")')
      await page.waitForURL('**/w/*')
      expect(opened.complaints).toEqual([])
    })

    test('the join page checks in by booking link without showing the name, and not by an unknown e-mail', async () => {
      const { usher, browser, url } = world()
      const { join, link } = await givenTaken(usher)
      await using opened = await open(browser, url)
      const { page } = opened
      await page.goto(join)
      await page.click('summary:text("I have a booking")')
      await page.fill('#contact', 'nobody@example.com')
      await page.click('#booked button')
      await page.waitForSelector('text=There is no booking for this')
      expect(await accessibilityFaults(page)).toEqual([])
      await page.fill('#contact', link)
      await page.click('#booked button')
      await page.waitForSelector('h1:text("You are checked in")')
      expect(await page.textContent('main')).not.toContain('Ada')
      expect(await accessibilityFaults(page)).toEqual([])
    })
  })
}
