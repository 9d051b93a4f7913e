import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { givenBookingPage } from './guest-pages/booking-page.ts'
import { open } from './guest-pages/browsing.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let browser: Browser
let url: string
beforeAll(async () => {
  usher = await useSharedUsher()
  browser = await openBrowser()
  url = usher.stack.url
})
afterAll(async () => {
  await browser?.close()
  await usher?.[Symbol.asyncDispose]()
})

describe('given a customer with the link of a booking page', () => {
  test.each([
    ['with scripts', true],
    ['without scripts', false],
  ])(
    'when they book %s, then it takes three presses, and staff see the booking',
    async (_, javaScriptEnabled) => {
      const given = await givenBookingPage(usher, { others: ['Beard'] })
      await using opened = await open(browser, url, { javaScriptEnabled })
      const { page } = opened
      let taps = 0
      const tap = async (target: string) => {
        taps += 1
        await page.click(target)
      }
      await page.goto(given.path)
      await tap('a:has-text("Haircut")')
      await page.waitForURL(`**${given.servicePath}`)
      await tap('.day button >> nth=1')
      await page.waitForURL('**/details?*')
      expect(await page.textContent('main .notice')).toMatch(/^Kept for you until \d/)
      await page.fill('#name', 'Ada Lovelace')
      await page.fill('#email', 'ada@example.com')
      await tap('button.primary')
      await page.waitForURL('**/b/*')
      expect(await page.textContent('h1')).toBe('Booked')
      expect(taps).toBeLessThanOrEqual(6)
      const calendar = await fetch(url + (await page.getAttribute('a[download]', 'href')))
      expect(await calendar.text()).toMatch(/^BEGIN:VCALENDAR.*SUMMARY:Haircut/s)
      expect(await given.bookings()).toMatchObject([
        {
          customer: { name: 'Ada Lovelace', email: 'ada@example.com', locale: 'en' },
          source: 'booking-page',
        },
      ])
      expect(opened.complaints).toEqual([])
    },
  )
})
