import { until } from '@usher/test-kit'
import type { Browser, Frame, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { givenBookingPage } from './guest-pages/booking-page.ts'
import { open } from './guest-pages/browsing.ts'
import { type Layout, startHostSite } from './guest-pages/host-site.ts'
import { givenBooking } from './guest-pages/venue.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let browser: Browser
let site: Awaited<ReturnType<typeof startHostSite>>
let given: Awaited<ReturnType<typeof givenBookingPage>>
beforeAll(async () => {
  usher = await useSharedUsher()
  browser = await openBrowser()
  site = await startHostSite(usher.stack.url)
  given = await givenBookingPage(usher, { others: ['Beard'], embed_sites: [site.origin] })
  site.show(`data-usher-book="${given.slug}"`)
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await browser?.close()
  await usher?.[Symbol.asyncDispose]()
})

/** The frames of booking pages, once there are so many. */
async function bookFrames(page: Page, count: number): Promise<Frame[]> {
  const found = () => page.frames().filter((frame) => frame.url().startsWith(usher.stack.url))
  await until(`${count} frames`, () => found().length === count)
  return found()
}

/** How much higher and wider a frame is than what it shows, in its pixels. */
const spare = (frame: Frame): Promise<{ below: number; beside: number }> =>
  frame.evaluate<{ below: number; beside: number }>(`({
    below: innerHeight - document.documentElement.getBoundingClientRect().height,
    beside: innerWidth - document.documentElement.scrollWidth,
  })`)

async function expectRightSize(frame: Frame, shown: string): Promise<void> {
  await frame.waitForSelector(shown)
  const isRight = async () => {
    const { below, beside } = await spare(frame)
    return Math.abs(below) <= 2 && beside >= 0
  }
  expect(await until('the right size', isRight)).toBe(true)
}

const LAYOUTS: readonly Layout[] = ['flex', 'column', 'grid', 'tab', 'dialog', 'zoom', 'phone', 'two', 'lazy']

describe('a booking page embedded in a site', () => {
  describe.each(['', '?div'])('by %o', (how) => {
    test.each(LAYOUTS)('the frame is as high as each page it shows, in the layout %s', async (layout) => {
      const viewport = layout === 'phone' ? { width: 320, height: 568 } : { width: 1280, height: 800 }
      await using opened = await open(browser, site.origin, { viewport })
      const { page } = opened
      await page.goto(`/${layout}${how}`)
      if (layout === 'tab' || layout === 'dialog') await page.click('button')
      if (layout === 'lazy') await page.locator('footer').scrollIntoViewIfNeeded()
      for (const frame of await bookFrames(page, layout === 'two' ? 2 : 1)) {
        await expectRightSize(frame, '.services')
        await frame.click('a:has-text("Haircut")')
        await expectRightSize(frame, '.day')
        await page.setViewportSize({ ...viewport, width: viewport.width - 20 })
        await expectRightSize(frame, '.day')
      }
      expect(opened.complaints).toEqual([])
    })
  })

  test('booking and cancelling stay in the frame, and its title follows the page', async () => {
    await using opened = await open(browser, site.origin, { viewport: { width: 390, height: 844 } })
    const { page } = opened
    await page.goto('/phone')
    const [frame] = await bookFrames(page, 1)
    if (!frame) throw new Error('no frame')
    await frame.click('a:has-text("Haircut")')
    await frame.click('.day button >> nth=-1')
    await frame.waitForSelector('#name')
    // The page before was longer.
    expect(
      await page.evaluate("document.querySelector('iframe').getBoundingClientRect().top"),
    ).toBeGreaterThanOrEqual(0)
    await frame.fill('#name', 'Ada')
    await frame.click('button.primary')
    await expectRightSize(frame, '.fault')
    await frame.fill('#email', 'ada@example.com')
    await frame.click('button.primary')
    await expectRightSize(frame, 'h1:text-is("Booked")')
    await until(
      'the title',
      async () => (await page.getAttribute('iframe', 'title'))?.startsWith('Booked') ?? false,
    )
    const tab = page.context().waitForEvent('page')
    await frame.click('a:has-text("in a new tab")')
    await (await tab).waitForURL(/\/b\/[^?]+$/)
    await frame.click('text=Choose another time')
    await expectRightSize(frame, '.day')
    await frame.click('text=Back')
    await frame.click('#cancel summary')
    await frame.click('#cancel button')
    await expectRightSize(frame, '.badge.cancelled')
    // The browser tells of the refused form, and that a frame does not get the focus by itself.
    expect(opened.complaints.filter((text) => !/status of 400|autofocusing/.test(text))).toEqual([])
  })

  test('an element added later by a script shows a booking page, too', async () => {
    await using opened = await open(browser, site.origin)
    const { page } = opened
    await page.goto('/grid?div')
    await bookFrames(page, 1)
    await page.evaluate(`{
      const added = document.createElement('div')
      Object.assign(added.dataset, { usherBook: '${given.slug}', service: '${given.serviceId}', lang: 'ar' })
      document.body.prepend(added)
    }`)
    const frames = await bookFrames(page, 2)
    const added = frames.find((frame) => frame.url().includes('lang=ar'))
    if (!added) throw new Error('no frame')
    await expectRightSize(added, 'html[dir=rtl] .day')
  })

  test('size messages from another window or frame change nothing', async () => {
    await using opened = await open(browser, site.origin)
    const { page } = opened
    await page.goto('/grid')
    const [frame] = await bookFrames(page, 1)
    if (!frame) throw new Error('no frame')
    await expectRightSize(frame, '.services')
    await page.evaluate(`postMessage({ usher: 'size', height: 9999, title: 'x' }, '*')`)
    await page.evaluate(`{
      const other = document.createElement('iframe')
      other.srcdoc = '<script>parent.postMessage({ usher: "size", height: 9999, title: "x" }, "*")</' + 'script>'
      document.body.append(other)
      new Promise((done) => addEventListener('message', ({ source }) => source === other.contentWindow && done()))
    }`)
    await expectRightSize(frame, '.services')
  })
})

describe('embedding a booking page in other sites', () => {
  test('the browser blocks the frame on a site that the organisation has not listed', async () => {
    await using opened = await open(browser, site.otherOrigin)
    const { page } = opened
    await page.goto('/grid')
    await until('the frame to be refused', () => page.frames()[1]?.url().startsWith('chrome-error:'))
    expect(opened.complaints.join()).toContain('frame')
  })

  test("frame-ancestors lists the organisation's sites for embedded pages, and none otherwise", async () => {
    const policyOf = async (path: string) => {
      const { headers } = await fetch(usher.stack.url + path)
      const [, sites] = /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? []
      return [sites, headers.get('x-frame-options')]
    }
    expect(await policyOf(given.path)).toEqual(["'none'", 'DENY'])
    expect(await policyOf(`${given.path}?embed=1`)).toEqual([site.origin, null])
    expect(await policyOf('/book/nobody?embed=1')).toEqual(["'none'", 'DENY'])
    const { path } = await givenBooking(usher)
    expect(await policyOf(`${path}?embed=1&book=${given.slug}`)).toEqual([site.origin, null])
    const second = { ...usher, demo: { ...usher.demo, ...usher.demo.second } }
    const { slug } = await givenBookingPage(second, { embed_sites: ['https://evil.example'] })
    expect(await policyOf(`${path}?embed=1&book=${slug}`)).toEqual(["'none'", 'DENY'])
  })

  test('embed.js is available to any site, at most 4 kB large and cached for an hour', async () => {
    const { headers, text } = await fetch(`${usher.stack.url}/embed.js`).then(async (answer) => ({
      headers: answer.headers,
      text: await answer.text(),
    }))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4_096)
    expect([headers.get('access-control-allow-origin'), headers.get('cross-origin-resource-policy')]).toEqual(
      [...['*', 'cross-origin']],
    )
    expect(headers.get('cache-control')).toBe('public, max-age=3600')
  })
})
