import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { localeSchema, type OwnPlace } from '@usher/contracts'
import { guestPages } from '@usher/guest-pages'
import { createLogger, newId } from '@usher/service-kit'
import { until } from '@usher/test-kit'
import express, { type Response } from 'express'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { open } from './guest-pages/browsing.ts'

const AT = '2026-11-22T16:00:00Z'

const ORGANIZATION = newId('organization')

const placeAt = (position: number, low: number, high: number): OwnPlace => ({
  ...{ organization_id: ORGANIZATION, name: 'Ada', display_label: 'A. 47', party_size: 2, status: 'waiting' },
  ...{ position, estimated_wait: low, estimated_wait_range: { low, high } },
  queue: {
    ...{ name: 'Terrace', status: 'active', pause_reason: null },
    ...{ timezone: 'Europe/Berlin', min_party_size: 1, max_party_size: 20, join_slug: null },
  },
  ...{ delay: null, usually_early: null },
  ...{
    place_change: null,
    booked_start: null,
    passed_by: null,
    arrived_at: null,
    can_return: false,
    away_until: null,
    locale: null,
    timezone: null,
  },
  ...{ created_at: AT, updated_at: AT, notified_at: null, desk: null },
})

const START = placeAt(1_201, 5, 200)
/** Each plural form of each language, and waits of each kind. */
const MOVES = [
  placeAt(102, 60, 90),
  placeAt(12, 70, 95),
  placeAt(4, 110, 125),
  placeAt(3, 10, 20),
  placeAt(2, 10, 10),
  placeAt(1, 0, 0),
]

/** The pages on their own, over a place that the test moves. */
async function servePages() {
  let place = START
  const streams = new Set<Response>()
  const app = express()
  app.get('/public/guests/:token/events', (_req, res) => {
    streams.add(res.type('text/event-stream'))
    res.write(event())
  })
  const event = () => `event: place\ndata: ${JSON.stringify(place)}\n\n`
  const send = async ({ path }: { path: string }) =>
    path.startsWith('/public/guests/')
      ? { status: 200, headers: {}, body: JSON.stringify(place) }
      : { status: 404, headers: {}, body: JSON.stringify({ code: 'not_found', status: 404 }) }
  const publicUrl = 'http://127.0.0.1'
  app.use(guestPages({ send, publicUrl, log: createLogger('pages', 'silent') }))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `${publicUrl}:${(server.address() as AddressInfo).port}`,
    move: (to: OwnPlace) => {
      place = to
      for (const stream of streams) stream.write(event())
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const textsOf = (page: Page): Promise<(string | null)[]> =>
  Promise.all(['position', 'ahead', 'wait'].map((name) => page.textContent(`[data-${name}]`)))

let pages: Awaited<ReturnType<typeof servePages>>
let browser: Browser
beforeAll(async () => {
  pages = await servePages()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await pages?.[Symbol.asyncDispose]()
})

describe('the place page of a guest', () => {
  test.each(localeSchema.options)(
    'shows the same live in %s as after a reload when the line moves',
    async (locale) => {
      pages.move(START)
      const path = `/w/t?lang=${locale}`
      await using followed = await open(browser, pages.url)
      await using withoutScripts = await open(browser, pages.url, { javaScriptEnabled: false })
      await followed.page.goto(path)
      await followed.page.waitForSelector('[data-needs-script]')
      const main = await followed.page.waitForSelector('main')
      for (const place of MOVES) {
        pages.move(place)
        await withoutScripts.page.goto(path)
        const wanted = await textsOf(withoutScripts.page)
        await until('the page to say so, too', async () => {
          expect(await textsOf(followed.page)).toEqual(wanted)
          return true
        })
      }
      // By the script alone: a page that was loaded again has another main element.
      expect(await main.isVisible()).toBe(true)
      expect(followed.complaints).toEqual([])
    },
  )

  test('says from when an away guest will be called, until that time has come', async () => {
    const away_until = new Date(Date.now() + 600_000).toISOString()
    pages.move({ ...START, away_until })
    await using followed = await open(browser, pages.url)
    const { page } = followed
    await page.goto('/w/t')
    await page.getByText(/We’ll call you after/).waitFor()
    await page.clock.setFixedTime(away_until)
    pages.move({ ...START, away_until })
    await page.getByText('We’ll call you when it’s your turn.').waitFor()
    expect(followed.complaints).toEqual([])
  })

  test('keeps the place while a hotspot answers with its sign-in page, and updates afterwards', async () => {
    pages.move(START)
    await using followed = await open(browser, pages.url)
    const { page } = followed
    await page.goto('/w/t')
    await page.waitForSelector('[data-needs-script]')
    const signIn = { contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' }
    await page.route('**/w/t', (route) => route.fulfill(signIn), { times: 1 })
    pages.move({ ...START, name: 'Grace' })
    await page.waitForSelector('main bdi:text-is("Grace")')
    expect(followed.complaints).toEqual([])
  })
})
