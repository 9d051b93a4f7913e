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
  describe('given a customer whose time is taken by somebody else', () => {
    test.each(SCRIPTS)(
      'when they press it %s, then three near times are offered, and one is booked',
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
      'when their hold has expired %s, then nothing typed is lost at the next time',
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

  describe('given a customer who was slow', () => {
    test('when their hold has expired and the time is still free, then they get it, however often it is sent', async () => {
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

    test('when they go back, then the page leads on to the time that is kept', async () => {
      const { usher, browser, url } = world()
      const given = await givenBookingPage(usher)
      await using opened = await open(browser, url)
      const { page } = opened
      await pressTime(page, given)
      await press(page, 'a:text-is("Choose another time")', '.notice:has-text("Kept for you until")')
      await press(page, 'a:text-is("Continue")', '#name')
      expect(await page.isVisible('main > .notice:has-text("Kept for you until")')).toBe(true)
    })
  })

  describe('given a customer who changes their mind', () => {
    test.each(SCRIPTS)(
      'when they go back %s and take another time of another week, then the first is free again',
      async (_, javaScriptEnabled) => {
        const { usher, browser, url } = world()
        const given = await givenBookingPage(usher)
        await using opened = await open(browser, url, { javaScriptEnabled })
        const { page } = opened
        await pressTime(page, given)
        const first = holdIn(page.url())
        await press(page, 'a:text-is("Choose another time")', '.notice:has-text("Kept for you until")')
        await press(page, '.weeks a >> nth=-1', '.day')
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

  describe('given a page that does not offer something any more', () => {
    test('when it is pressed, then the page says what is gone, and leads on', async () => {
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
      await press(page, '.day button >> nth=0', '.notice.bad:has-text("Nobody of that name")')
      await given.owner('PATCH', type, { body: { online_booking: null } })
      await page.goto(given.servicePath)
      await press(page, 'a:text-is("Everything you can book")', '.day, .services')
      expect(page.url()).not.toContain(given.serviceId)
    })

    test('when an address is of nobody, or of another organisation, then there is nothing', async () => {
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

  describe('given an address that has booked too much', () => {
    test('when it books on, then the page says when it may again, and keeps what was typed', async () => {
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
