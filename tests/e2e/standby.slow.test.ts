import { dayAhead, until } from '@usher/test-kit'
import type { Browser, Page } from 'playwright-core'
import { accessibilityFaults } from './accessibility.ts'
import { openBrowser } from './browser.ts'
import { givenBookingPage } from './guest-pages/booking-page.ts'
import { BOOKED, fillDetails, press } from './guest-pages/booking-path.ts'
import { open } from './guest-pages/browsing.ts'
import { made } from './made.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

let usher: Usher
let browser: Browser
beforeAll(async () => {
  usher = await useSharedUsher()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await usher?.[Symbol.asyncDispose]()
})

const DAY = dayAhead(3)
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** A booking page with one time a day, of which the one in three days is booked. */
async function givenFullDay() {
  const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '09:30' }))
  const given = await givenBookingPage(usher, { provider: { weekly_hours } })
  const booked = { service_type_id: given.serviceId, start: `${DAY}T09:00:00Z`, customer: { name: 'Bob' } }
  const booking = await made(given.owner, '/api/bookings', booked)
  return { ...given, free: () => given.owner('POST', `/api/bookings/${booking.id}/cancel`) }
}

/** Goes from the times to the form, and waits for a time on the full day. */
async function waitOnDay(page: Page, servicePath: string): Promise<void> {
  await page.goto(servicePath)
  await press(page, 'a:has-text("Join the waitlist")', '#date-1')
  await page.fill('#date-1', DAY)
  await page.fill('#from-1', '08:00')
  await fillDetails(page)
  await press(page, 'button.primary', 'h1:text-is("You are on the list")')
}

describe.each([
  ['with scripts', true],
  ['without scripts', false],
])('a customer %s who finds a day fully booked', (_, javaScriptEnabled) => {
  test('is offered a slot that becomes free and books it from the standby page', async () => {
    const given = await givenFullDay()
    await using opened = await open(browser, usher.stack.url, { javaScriptEnabled })
    const { page } = opened
    await waitOnDay(page, given.servicePath)
    expect(await page.textContent('main ul')).toMatch(/, 8:00.AM – 12:00.AM/u)
    await given.free()
    await until('the offer', async () => {
      await page.reload()
      return (await page.textContent('h1')) === 'A time is free for you'
    })
    expect(await page.textContent('main > .notice')).toMatch(/^Held for you until \d/)
    await press(page, 'button.primary', BOOKED)
    expect(await given.bookings()).toMatchObject([
      { status: 'cancelled' },
      { status: 'confirmed', source: 'standby', customer: { name: 'Ada Lovelace' } },
    ])
    expect(opened.complaints).toEqual([])
  })
})

describe('a customer on standby', () => {
  test('sees faults beside the fields of the form, and keeps what was typed', async () => {
    const given = await givenFullDay()
    await using opened = await open(browser, usher.stack.url)
    const { page } = opened
    await page.goto(`${given.servicePath}/standby?date=${DAY}`)
    await page.fill('#from-1', '12:00')
    await page.fill('#until-1', '09:00')
    await page.fill('#name', 'Ada')
    await press(page, 'button.primary', '#date-1-fault')
    expect(await page.textContent('#phone-fault')).toMatch(/phone number or an e-mail/)
    expect(await page.inputValue('#from-1')).toBe('12:00')
    expect(await page.inputValue('#name')).toBe('Ada')
  })

  test('can leave the waitlist on the page', async () => {
    const given = await givenFullDay()
    await using opened = await open(browser, usher.stack.url)
    const { page } = opened
    await waitOnDay(page, given.servicePath)
    await page.click('#leave summary')
    await press(page, 'button.danger', 'h1:text-is("You are no longer waiting")')
    expect(
      (await given.owner('GET', `/api/standbys?service_type_id=${given.serviceId}`)).body.data,
    ).toMatchObject([{ status: 'ended', end_reason: 'left' }])
  })

  test('has pages without accessibility faults in light and dark theme and in Arabic', async () => {
    const given = await givenFullDay()
    for (const colorScheme of ['light', 'dark'] as const) {
      await using opened = await open(browser, usher.stack.url, {
        colorScheme,
        viewport: { width: 390, height: 844 },
      })
      const { page } = opened
      await page.goto(`${given.servicePath}/standby?lang=ar`)
      expect(await accessibilityFaults(page)).toEqual([])
      await waitOnDay(page, given.servicePath)
      expect(await accessibilityFaults(page)).toEqual([])
      const isWider = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
      expect(isWider).toBe(false)
    }
  })
})
