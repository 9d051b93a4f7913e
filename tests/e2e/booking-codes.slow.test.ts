import { dayAhead } from '@usher/test-kit'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { type GivenBookingPage, givenBookingPage } from './guest-pages/booking-page.ts'
import { BOOKED, press, pressTime } from './guest-pages/booking-path.ts'
import { open } from './guest-pages/browsing.ts'
import { codeSentTo } from './guest-pages/codes.ts'
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

const EMAIL = 'ada@example.com'
const GRACE = 'grace@example.com'
const PHONE = '+14155550123'

const ON_THE_LIST = 'h1:text-is("You are on the list")'

describe('booking pages that verify customers by a code', () => {
  test('ask for the code sent by e-mail before booking, with scripts', async () => {
    const verified = { service: { online_booking: { verification: 'email' } } }
    const given = await givenBookingPage(usher, verified)
    await using opened = await open(browser, usher.stack.url)
    const { page, complaints } = opened
    await pressTime(page, given)
    await page.fill('#name', 'Ada Lovelace')
    await page.fill('#phone', PHONE)
    await page.check('[data-remember] input')
    await press(page, 'button.primary', '.fault')
    await page.fill('#email', EMAIL)
    await press(page, 'button.primary', '#code')
    expect(await page.textContent('.lead')).toContain(EMAIL)
    await page.fill('#code', '000000')
    await press(page, 'button.primary', '.fault')
    expect(await page.textContent('.fault')).toBe('This code is wrong or has expired.')
    expect(await page.getByText('This code is wrong').count()).toBe(1)
    await page.fill('#code', await codeSentTo(given, EMAIL))
    await press(page, 'button.primary', BOOKED)
    const [booking] = await given.bookings()
    expect(booking.customer).toMatchObject({ email: EMAIL, phone: PHONE })
    await pressTime(page, given, 2)
    expect(await page.inputValue('#email')).toBe(EMAIL)
    await page.click('[data-remember] button')
    expect(await page.inputValue('#email')).toBe('')
    // The browser reports each answer with an error status.
    expect(complaints.filter((said) => !said.includes('status of 40'))).toEqual([])
  })

  test('ask for a code before adding a customer to the waitlist, without scripts', async () => {
    const given = await givenBookingPage(usher, { service: { online_booking: { verification: 'email' } } })
    await using opened = await open(browser, usher.stack.url, { javaScriptEnabled: false })
    const { page } = opened
    await page.goto(`${given.servicePath}/standby`)
    await page.fill('#date-1', dayAhead(3))
    await page.fill('#name', 'Grace Hopper')
    await page.fill('#email', GRACE)
    await press(page, 'button.primary', '#code')
    await page.fill('#code', '000000')
    await press(page, 'button.primary', '.fault')
    await press(page, 'button[value=edit]', '#date-1')
    expect(await page.inputValue('#name')).toBe('Grace Hopper')
    await press(page, 'button.primary', '#code')
    await page.fill('#code', await codeSentTo(given, GRACE))
    // The day is free, so an offer can be made before the page is shown.
    await press(page, 'button.primary', `${ON_THE_LIST}, h1:text-is("A time is free for you")`)
    expect((await given.owner('GET', '/api/standbys')).body.data).toMatchObject([
      { customer: { email: GRACE } },
    ])
  })

  test("show a customer's bookings after a code to their phone, and book again without typing, without scripts", async () => {
    const given = await givenBookingPage(usher)
    const customer = { name: 'Ada Lovelace', email: EMAIL, phone: PHONE }
    const [start] = await freeTimes(given)
    const body = { service_type_id: given.serviceId, start, customer }
    expect((await given.owner('POST', '/api/bookings', { body })).status).toBe(201)
    await using opened = await open(browser, usher.stack.url, { javaScriptEnabled: false })
    const { page } = opened
    await page.goto(`${given.path}/mine`)
    await page.fill('#contact', 'nonsense')
    await press(page, 'button.primary', '.fault')
    await page.fill('#contact', PHONE)
    await press(page, 'button.primary', '#code')
    await page.fill('#code', await codeSentTo(given, PHONE))
    await press(page, 'button.primary', 'h2:text-is("Upcoming")')
    // Those of other tests are not offered any more, and may be earlier.
    const card = page.locator('.card', { hasText: 'Book again' })
    expect(await card.textContent()).toContain('Grace')
    expect(await card.locator('a').first().getAttribute('href')).toMatch(/^\/b\//)
    await card.locator('a', { hasText: 'Book again' }).click()
    await page.waitForSelector('.day')
    await press(page, '.day button >> nth=2', '#name')
    expect(await page.inputValue('#name')).toBe('Ada Lovelace')
    await press(page, 'button.primary', BOOKED)
    expect(page.url()).not.toContain('as=')
  })

  test('ask for the contact again when the session in the address is unknown', async () => {
    const given = await givenBookingPage(usher)
    await using opened = await open(browser, usher.stack.url)
    await opened.page.goto(`${given.path}/mine/made-up`)
    expect(await opened.page.textContent('.notice')).toContain('ask for a new code')
  })
})

async function freeTimes({ slug, serviceId }: GivenBookingPage): Promise<string[]> {
  const query = new URLSearchParams({ service_type_id: serviceId, from: dayAhead(2), to: dayAhead(4) })
  const answer = await fetch(`${usher.stack.url}/public/book/${slug}/times?${query}`)
  const { data } = (await answer.json()) as { data: { start: string }[] }
  return data.map(({ start }) => start)
}
