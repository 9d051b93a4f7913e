import type { Browser, Page } from 'playwright-core'
import { made } from '../made.ts'
import type { Usher } from '../stack.ts'
import { givenBookingPage, holdIn } from './booking-page.ts'
import { fillDetails, press, pressTime } from './booking-path.ts'
import { open } from './browsing.ts'

const WEEK_MS = 7 * 86_400_000
const ALL_BOOKED = 'h1:text-is("Your visits are booked")'
const CLASHES = 'h1:text-is("Not all visits are free")'

/** Three visits, each two weeks after the one before. */
async function fillSeries(page: Page): Promise<string[]> {
  await fillDetails(page)
  await page.selectOption('#repeat', 'two-weeks')
  await page.fill('#visits', '3')
  const start = Date.parse(holdIn(page.url()).start)
  return [0, 2, 4].map((weeks) => new Date(start + weeks * WEEK_MS).toISOString())
}

const startsOf = (bookings: readonly { start: string }[]) => bookings.map(({ start }) => start).toSorted()

/** Checks of customers who book visits that recur. */
export function describeBookingSeries(world: () => { usher: Usher; browser: Browser; url: string }): void {
  const givenSeriesPage = (max_visits = 6) =>
    givenBookingPage(world().usher, { service: { horizon_days: 90, online_booking: { max_visits } } })

  describe('a service that can be booked as a series', () => {
    test('books all visits of a series, the first at the held time', async () => {
      const { browser, url } = world()
      const given = await givenSeriesPage()
      await using opened = await open(browser, url)
      const { page } = opened
      await pressTime(page, given)
      const starts = await fillSeries(page)
      await press(page, 'button.primary', ALL_BOOKED)
      expect(await page.locator('.bookings li').count()).toBe(3)
      expect(startsOf(await given.bookings())).toEqual(starts)
      await press(page, '.bookings a >> nth=2', 'h1:text-is("Your booking")')
      expect(opened.complaints).toEqual([])
    })

    test('lists the visit that is not free, without scripts, and books the others on request', async () => {
      const { browser, url } = world()
      const given = await givenSeriesPage()
      await using opened = await open(browser, url, { javaScriptEnabled: false })
      const { page } = opened
      await pressTime(page, given)
      const starts = await fillSeries(page)
      const taken = { service_type_id: given.serviceId, start: starts[1], customer: { name: 'Bob' } }
      await made(given.owner, '/api/bookings', taken)
      await press(page, 'button.primary', CLASHES)
      expect(await page.locator('.clashes li').allTextContents()).toEqual([
        expect.stringMatching(/Nearest free time: .*(9:00|10:00)/),
      ])
      expect(await given.bookings()).toHaveLength(1)
      await press(page, 'button[value=edit]', '#visits')
      expect(await page.inputValue('#repeat')).toBe('two-weeks')
      await press(page, 'button.primary', CLASHES)
      await press(page, 'button[value=partial]', ALL_BOOKED)
      expect(await page.locator('.clashes li').count()).toBe(1)
      const own = (await given.bookings()).filter(
        ({ source }: { source: string }) => source === 'booking-page',
      )
      expect(startsOf(own)).toEqual([starts[0], starts[2]])
    })

    test('shows an error at the number of visits when it exceeds max_visits, and books nothing', async () => {
      const { browser, url } = world()
      const given = await givenSeriesPage(2)
      await using opened = await open(browser, url, { javaScriptEnabled: false })
      const { page } = opened
      await pressTime(page, given)
      await fillSeries(page)
      await press(page, 'button.primary', '#visits-fault')
      expect(await page.inputValue('#visits')).toBe('3')
      expect(await given.bookings()).toEqual([])
    })
  })

  describe('a service that cannot be booked as a series', () => {
    test('the booking form has no field for repeating when max_visits is 1', async () => {
      const { browser, url } = world()
      const given = await givenSeriesPage(1)
      await using opened = await open(browser, url)
      await pressTime(opened.page, given)
      expect(await opened.page.locator('#repeat').count()).toBe(0)
    })
  })
}
