import { until } from '@usher/test-kit'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { open } from './guest-pages/browsing.ts'
import { describeConnection } from './guest-pages/connection.ts'
import { describeEveryPage } from './guest-pages/every-page.ts'
import { givenVenue } from './guest-pages/venue.ts'
import { type OwnUsher, startOwnUsher } from './stack.ts'

let usher: OwnUsher
let browser: Browser
beforeAll(async () => {
  usher = await startOwnUsher()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await usher?.[Symbol.asyncDispose]()
})

describe('the place page of a guest', () => {
  test('reports a lost connection, and updates again once the service is back', async () => {
    const venue = await givenVenue(usher)
    const ahead = await venue.guest('A')
    const { path } = await venue.guest('Ada')
    await using opened = await open(browser, usher.stack.url)
    const { page } = opened
    await page.goto(path)
    const process = usher.stack.process('queue')
    // If the process were back before the page's next request, the page would notice nothing.
    await until('the page to say so', async () => {
      process.kill('SIGKILL')
      return await page.isVisible('[data-lost]')
    })
    await process.waitReady()
    await until(
      'the queue to answer',
      async () => (await venue.api('POST', `/v1/guests/${ahead.id}/seat`)).status === 200,
    )
    await page.waitForSelector('[data-position]:text-is("1")', { timeout: 30_000 })
    await page.waitForSelector('[data-lost]', { state: 'hidden' })
    expect(await page.textContent('[data-ahead]')).toBe('You are next')
  })
})

describeConnection(() => ({ usher, browser }))
describeEveryPage(() => ({ usher, browser }))
