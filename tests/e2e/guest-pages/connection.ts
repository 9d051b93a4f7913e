import { startTcpProxy, until } from '@usher/test-kit'
import type { Browser } from 'playwright-core'
import type { Usher } from '../stack.ts'
import { open } from './browsing.ts'
import { givenVenue } from './venue.ts'

const HINT = 'text=This page keeps itself up to date.'

/** A guest's page that is opened over a link that can freeze. */
async function givenPlaceOverProxy({ usher, browser }: { usher: Usher; browser: Browser }) {
  await using cleanup = new AsyncDisposableStack()
  const proxy = cleanup.use(await startTcpProxy(Number(new URL(usher.stack.url).port)))
  const venue = await givenVenue(usher)
  const ahead = await venue.guest('A')
  const { path } = await venue.guest('Ada')
  const { page } = cleanup.use(await open(browser, `http://127.0.0.1:${proxy.port}`))
  const all = cleanup.move()
  return {
    ...{ proxy, page, path },
    seatFirst: async () => {
      const seated = await venue.api('POST', `/v1/guests/${ahead.id}/seat`)
      expect(seated.status).toBe(200)
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Checks of a page whose connection is lost in every way that a phone can lose it. */
export function describeConnection(world: () => { usher: Usher; browser: Browser }): void {
  describe("a guest's page on a bad connection", () => {
    test('says that the connection is lost when it freezes without an error, and catches up once it recovers', async () => {
      await using opened = await givenPlaceOverProxy(world())
      const { page, proxy } = opened
      await page.goto(opened.path)
      await page.waitForSelector(HINT)
      proxy.silence()
      await opened.seatFirst()
      await page.waitForSelector('[data-lost]', { timeout: 40_000 })
      expect(await page.isVisible(HINT)).toBe(false)
      expect(await page.textContent('[data-position]')).toBe('2')
      proxy.heal()
      await page.waitForSelector('[data-position]:text-is("1")')
      await page.waitForSelector('[data-lost]', { state: 'hidden' })
      expect(await page.isVisible(HINT)).toBe(true)
    })

    test('says within 5 seconds that the browser is offline, and catches up when it is online again', async () => {
      await using opened = await givenPlaceOverProxy(world())
      const { page } = opened
      await page.goto(opened.path)
      await page.waitForSelector(HINT)
      await page.context().setOffline(true)
      await page.waitForSelector('[data-lost]', { timeout: 5_000 })
      expect(await page.isVisible(HINT)).toBe(false)
      await opened.seatFirst()
      await page.context().setOffline(false)
      await page.waitForSelector('[data-position]:text-is("1")')
      await page.waitForSelector('[data-lost]', { state: 'hidden' })
    })

    test('says within 2 seconds after an hour of sleep that the connection is lost, and catches up later', async () => {
      await using opened = await givenPlaceOverProxy(world())
      const { page, proxy } = opened
      await page.clock.install()
      await page.goto(opened.path)
      await page.waitForSelector(HINT)
      proxy.silence()
      await opened.seatFirst()
      await page.clock.setSystemTime(Date.now() + 3_600_000)
      const streams: string[] = []
      page.on('request', (request) => streams.push(request.url()))
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
      await until('a new stream', () => streams.some((url) => url.endsWith('/events')))
      await page.clock.runFor(2_000)
      expect(await page.isVisible('[data-lost]')).toBe(true)
      proxy.heal()
      await page.waitForSelector('[data-position]:text-is("1")')
      await page.waitForSelector('[data-lost]', { state: 'hidden' })
    })
  })
}
