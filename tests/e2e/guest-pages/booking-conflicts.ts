import type { Browser } from 'playwright-core'
import { made } from '../made.ts'
import { useSharedUsher } from '../shared-usher.ts'
import type { Usher } from '../stack.ts'
import { expireHold, type GivenBookingPage, givenBookingPage, holdIn, useUpBookings } from './booking-page.ts'
import { BOOKED, fillDetails, press, pressTime } from './booking-path.ts'
import { open } from './browsing.ts'

const TAKEN = 'h1:text-is("This time has just been taken")'

/** Books a time for somebody else. */
const bookOther = ({ owner, serviceId }: GivenBookingPage, start: string) =>
  made(owner, '/api/bookings', { service_type_id: serviceId, start, customer: { name: 'Bob' } })

const SCRIPTS = [
  ['with scripts', true],
  ['without scripts', false],
] as const

/** Checks of what can go wrong between the page and the booking. */
export function describeBookingConflicts(world: () => { usher: Usher; browser: Browser; url: string }): void {
  describe('a time that another customer has just taken', () => {
    test.each(SCRIPTS)(
      'offers three near times %s when a taken time is pressed, and books one of them',
      async (_, javaScriptEnabled) => {
        const { usher, browser, url } = world()
        const given = await givenBookingPage(usher)
        await using opened = await open(browser, url, { javaScriptEnabled })
        const { page } = opened
        await page.goto(given.servicePath)
        const start = (await page.getAttribute('.day button >> nth=2', 'value')) ?? ''
        await bookOther(given, start)
        const answered = page.waitForResponse((response) => response.request().method() === 'POST')
        await press(page, '.day button >> nth=2', TAKEN)
        expect((await answered).status()).toBe(409)
        const near = page.locator('.actions button')
        expect(await near.count()).toBe(3)
        const first = await near.first().getAttribute('value')
        expect(Math.abs(Date.parse(first ?? '') - Date.parse(start))).toBe(1_800_000)
        await press(page, '.actions button >> nth=0', '#name')
        await fillDetails(page)
        await press(page, 'button.primary', BOOKED)
        expect((await given.bookings()).map((one: { start: string }) => one.start)).toContain(first)
      },
    )

    test.each(SCRIPTS)(
      'keeps the typed details for the next time %s when the hold has expired and its time is taken',
      async (_, javaScriptEnabled) => {
        const { usher, browser, url } = world()
        const given = await givenBookingPage(usher)
        await using opened = await open(browser, url, { javaScriptEnabled })
        const { page } = opened
        await pressTime(page, given)
        await fillDetails(page)
        await page.fill('#notes', 'Ring twice')
        const { id, start } = holdIn(page.url())
        await expireHold(usher, id)
        await bookOther(given, start)
        await press(page, 'button.primary', TAKEN)
        expect(await page.locator('.actions button').count()).toBe(3)
        await press(page, '.actions button >> nth=0', '#name')
        expect(
          await Promise.all(['#name', '#email', '#notes'].map((field) => page.inputValue(field))),
        ).toEqual([...['Ada Lovelace', 'ada@example.com', 'Ring twice']])
        await press(page, 'button.primary', BOOKED)
        expect(await given.bookings()).toHaveLength(2)
      },
    )
  })

  describe('a customer who is slow to book', () => {
    test('books a free time once after its hold has expired, even if the form is sent three times at once', async () => {
      const { usher, browser, url } = world()
      const given = await givenBookingPage(usher, { service: { capacity: 5 } })
      await using opened = await open(browser, url)
      const { page } = opened
      await pressTime(page, given)
      const { id, start } = holdIn(page.url())
      await expireHold(usher, id)
      const body = new URLSearchParams({
        name: 'Ada',
        email: 'ada@example.com',
        action: 'book',
        locale: 'en',
      })
      const send = () => fetch(page.url(), { method: 'POST', body, redirect: 'manual' })
      const answers = await Promise.all([send(), send(), send()])
      expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
      expect(new Set(answers.map(({ headers }) => headers.get('location'))).size).toBe(1)
      expect(await given.bookings()).toMatchObject([{ start: new Date(start).toISOString() }])
      const other = await fetch(page.url(), {
        method: 'POST',
        body: new URLSearchParams([...body, ['notes', 'changed']]),
        redirect: 'manual',
      })
      expect([other.status, await other.text()]).toEqual([
        409,
        expect.stringContaining('may already have been booked'),
      ])
      expect(await given.bookings()).toHaveLength(1)
    })

    test('the list of times shows the time that is held, and leads back to its form', async () => {
      const { usher, browser, url } = world()
      const given = await givenBookingPage(usher)
      await using opened = await open(browser, url)
      const { page } = opened
      await pressTime(page, given)
      await press(page, 'a:text-is("Choose another time")', '.notice:has-text("Held for you until")')
      await press(page, 'a:text-is("Continue")', '#name')
      expect(await page.isVisible('main > .notice:has-text("Held for you until")')).toBe(true)
    })
  })

  describe('a customer who chooses another time', () => {
    test.each(SCRIPTS)(
      'releases the first time when the customer goes back %s and books one in another month',
      async (_, javaScriptEnabled) => {
        const { usher, browser, url } = world()
        const given = await givenBookingPage(usher)
        await using opened = await open(browser, url, { javaScriptEnabled })
        const { page } = opened
        await pressTime(page, given)
        const first = holdIn(page.url())
        await press(page, 'a:text-is("Choose another time")', '.notice:has-text("Held for you until")')
        await press(page, '.months a >> nth=-1', '.day')
        await press(page, '.day button >> nth=0', '#name')
        const second = holdIn(page.url())
        expect(second.start > first.start).toBe(true)
        await bookOther(given, first.start)
        await fillDetails(page)
        await press(page, 'button.primary', BOOKED)
        const starts = (await given.bookings()).map((one: { start: string }) => one.start)
        expect(starts.toSorted()).toEqual([first.start, second.start])
      },
    )
  })

  describe('a booking page with something that is no longer offered', () => {
    test('shows a notice for a provider who is no longer offered, and links to the other services', async () => {
      const { usher, browser, url } = world()
      const given = await givenBookingPage(usher, { others: ['Beard'] })
      const second = { name: 'Linus', timezone: 'UTC', weekly_hours: [] }
      const gone = await made(given.owner, '/api/providers', second)
      const type = `/api/service-types/${given.serviceId}`
      const setProviders = (provider_ids: string[]) => given.owner('PATCH', type, { body: { provider_ids } })
      await setProviders([given.providerId, gone.id])
      await using opened = await open(browser, url, { javaScriptEnabled: false })
      const { page } = opened
      await page.goto(given.servicePath)
      await page.selectOption('#with', given.providerId)
      await press(page, '.choice button', '.day')
      await setProviders([gone.id])
      await press(page, '.day button >> nth=0', '.notice.bad:has-text("This person is no longer available")')
      await given.owner('PATCH', type, { body: { online_booking: null } })
      await page.goto(given.servicePath)
      await press(page, 'a:text-is("All services")', '.day, .services')
      expect(page.url()).not.toContain(given.serviceId)
    })

    test('answers 404 for an unknown page or service, and 409 for a hold of another organisation', async () => {
      const { usher, browser, url } = world()
      const given = await givenBookingPage(usher)
      const other = await givenBookingPage({ ...usher, demo: { ...usher.demo, ...usher.demo.second } })
      const paths = ['/book/nobody-here', `${given.path}/${other.serviceId}`, `${given.path}/svt_x/details`]
      for (const path of paths) expect([path, (await fetch(url + path)).status]).toEqual([path, 404])
      await using opened = await open(browser, url)
      const { page } = opened
      await pressTime(page, other)
      const { search } = new URL(page.url())
      const body = new URLSearchParams({ name: 'Ada', email: 'ada@example.com', action: 'book' })
      const answer = await fetch(`${url}${given.servicePath}/details${search}`, { method: 'POST', body })
      expect([answer.status, await answer.text()]).toEqual([409, expect.stringContaining('value="Ada"')])
    })
  })

  describe('a network address that has used up its bookings', () => {
    test('says in how many minutes to try again when bookings are used up, and keeps the typed name', async () => {
      const { browser, url } = world()
      await using usher = await useSharedUsher()
      const given = await givenBookingPage(usher, { service: { capacity: 50 } })
      await using opened = await open(browser, url, { javaScriptEnabled: false })
      const { page } = opened
      await pressTime(page, given, 0)
      await fillDetails(page)
      await press(page, 'button.primary', BOOKED)
      await useUpBookings(usher)
      await pressTime(page, given, 0)
      await fillDetails(page)
      await press(page, 'button.primary', '.notice.bad:has-text("too many requests")')
      expect(await page.textContent('.notice.bad')).toMatch(/Please try again in \d+ minutes?\.$/)
      expect(await page.inputValue('#name')).toBe('Ada Lovelace')
    })
  })
}
