import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { accessibilityFaults } from './accessibility.ts'
import { openBrowser } from './browser.ts'
import { givenBookingPage } from './guest-pages/booking-page.ts'
import { BOOKED, fillDetails, press } from './guest-pages/booking-path.ts'
import { open } from './guest-pages/browsing.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

const PHONE = { width: 390, height: 844 }
const MAX_BYTES = 25_000
const MAX_MS = 20_000

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

describe('a customer with a slow phone', () => {
  test('books in less than 20 seconds with a quarter of the processor and slow 4G', async () => {
    const given = await givenBookingPage(usher, { others: ['Beard'] })
    await using opened = await open(browser, url, { viewport: PHONE })
    const { page } = opened
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    // Slow 4G: 150 ms there and back, 1.6 Mbit/s.
    const network = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000, offline: false }
    await session.send('Network.emulateNetworkConditions', network)
    const started = performance.now()
    await page.goto(given.path)
    await press(page, 'a:has-text("Haircut")', '.day')
    await press(page, '.day button >> nth=1', '#name')
    await fillDetails(page)
    await press(page, 'button.primary', BOOKED)
    expect(performance.now() - started).toBeLessThan(MAX_MS)
  })
})

describe('the pages on the way to a booking', () => {
  const LOOKS = [
    ['light', 'en'],
    ['dark', 'en'],
    ['light', 'ar'],
    ['dark', 'ar'],
  ] as const

  test.each(LOOKS)('are accessible and fit a phone, in %s and %s', async (colorScheme, lang) => {
    const given = await givenBookingPage(usher, { others: ['Beard'], service: { capacity: 3 } })
    await using opened = await open(browser, url, { viewport: PHONE, colorScheme, locale: lang })
    const { page, loaded } = opened
    const check = async (name: string) => {
      expect([name, await accessibilityFaults(page)]).toEqual([name, []])
      expect([name, await page.evaluate('document.documentElement.scrollWidth > innerWidth')]).toEqual([
        name,
        false,
      ])
    }
    await page.goto(given.path)
    await check('services')
    await press(page, '.services a >> nth=-1', '.day')
    await check('times')
    await press(page, '.day button >> nth=1', '#name')
    await check('details')
    await press(page, 'button.primary', '.fault')
    await check('faults')
    await fillDetails(page)
    await press(page, 'button.primary', '.badge')
    await check('booked')
    expect(loaded.length).toBeGreaterThan(3)
  })

  test('load at most 25 kB compressed each', async () => {
    const given = await givenBookingPage(usher, { others: ['Beard'], embed_sites: ['https://host.example'] })
    const paths = [given.path, given.servicePath, `${given.servicePath}?embed=1&lang=ar`, given.detailsPath]
    for (const path of paths) {
      await using opened = await open(browser, url)
      const { page } = opened
      const sizes: Promise<number>[] = []
      page.on('response', (response) => sizes.push(response.body().then((body) => gzipSync(body).length)))
      await page.goto(path, { waitUntil: 'networkidle' })
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
      expect([path, bytes > 3_000 && bytes <= MAX_BYTES]).toEqual([path, true])
    }
  })
})
