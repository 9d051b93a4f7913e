import { until } from '@usher/test-kit'
import type { Browser } from 'playwright-core'
import { openBrowser } from './browser.ts'
import { open } from './guest-pages/browsing.ts'
import { describeOwnBooking } from './guest-pages/own-booking.ts'
import { describeOwnCheckIn } from './guest-pages/own-check-in.ts'
import { describePush } from './guest-pages/push.ts'
import { describeSending } from './guest-pages/sending.ts'
import { CUSTOM_FIELDS, EVIL, givenVenue } from './guest-pages/venue.ts'
import { useSharedUsher } from './shared-usher.ts'
import type { Usher } from './stack.ts'

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

describe('a guest who scans the code at the door', () => {
  test('joins, sees the place and its changes live, and is called and welcomed', async () => {
    const venue = await givenVenue(usher)
    const ahead = [await venue.guest('A'), await venue.guest('B'), await venue.guest('C')]
    await using opened = await open(browser, url)
    const { page } = opened
    await page.goto(venue.joinPath)
    await page.fill('#name', 'Ada Lovelace')
    await page.fill('#party_size', '3')
    await page.click('button.primary')
    await page.waitForURL('**/w/*')
    expect(await page.textContent('[data-position]')).toBe('4')
    for (const [i, { id }] of ahead.entries()) {
      await venue.api('POST', `/v1/guests/${id}/seat`)
      await page.waitForSelector(`[data-position]:text-is("${3 - i}")`)
    }
    expect(await page.textContent('[data-ahead]')).toBe('You are next')
    const [me] = await venue.guests()
    await venue.api('POST', `/v1/guests/${me.id}/notify`)
    await page.waitForSelector('h1:text("It is your turn")')
    expect(await page.title()).toBe('It is your turn · Demo Bistro')
    await venue.api('POST', `/v1/guests/${me.id}/seat`)
    await page.waitForSelector('h1:text("Welcome!")')
    expect(opened.complaints).toEqual([])
  })

  test('reports arrival, asks for more time, leaves and comes back, and staff see the same', async () => {
    const venue = await givenVenue(usher)
    const { path } = await venue.guest('Ada')
    await venue.guest('Bob')
    await using opened = await open(browser, url)
    const { page } = opened
    await page.goto(path)
    await page.click('text=I have arrived')
    await page.waitForSelector('text=Thanks, we know you’re here.')
    expect((await venue.guests())[0]).toMatchObject({ name: 'Ada', arrived_at: expect.any(String) })
    await page.click('text=I need more time')
    await page.click('button[name=parties][value="1"]')
    await page.waitForSelector('text=/You let others go first at/')
    expect(await page.textContent('[data-position]')).toBe('2')
    expect((await venue.guests())[1]).toMatchObject({ name: 'Ada' })
    await page.click('text=I need more time')
    await page.click('button[name=minutes][value="20"]')
    await page.waitForSelector('text=/We’re holding your place/')
    expect((await venue.guests())[1].away_until).toEqual(expect.any(String))
    await page.click('text=Leave the queue')
    await page.click('text=Yes, leave the queue')
    await page.waitForSelector('h1:text("You’re no longer in the queue")')
    expect(await venue.guests()).toHaveLength(1)
    await page.reload()
    await page.click('text=Take my place back')
    await page.waitForSelector('h1:text("Your place in line")')
    expect((await venue.guests())[1]).toMatchObject({ name: 'Ada', status: 'waiting' })
    expect(page.url()).toBe(url + path)
    expect(opened.complaints).toEqual([])
  })

  test('can do everything without scripts, and invalid forms keep what was typed', async () => {
    const venue = await givenVenue(usher, { custom_fields: CUSTOM_FIELDS, max_party_size: 4 })
    await using opened = await open(browser, url, { javaScriptEnabled: false })
    const { page } = opened
    /** Clicks a button that loads another page, or reloads this one. */
    const send = async (button: string) => {
      const loaded = page.waitForEvent('load')
      await page.click(button)
      await loaded
    }
    await page.goto(venue.joinPath)
    await page.fill('#phone', '12')
    await page.fill('#email', 'ada@')
    await page.fill('#party_size', '9')
    await page.selectOption('#locale', 'de')
    await send('button[value=language]')
    expect(await page.textContent('h1')).toBe('In die Warteschlange')
    await send('button.primary')
    const faults = () => page.locator('.fault').allTextContents()
    expect(await faults()).toEqual(['Bitte ausfüllen.', 'Bitte 1 bis 4.', 'Bitte ausfüllen.'])
    expect([await page.inputValue('#phone'), await page.inputValue('#party_size')]).toEqual(['12', '9'])
    await page.fill('#name', EVIL)
    await page.fill('#party_size', '2')
    await page.selectOption('#field-seat', 'Out')
    await send('button.primary')
    expect(await faults()).toEqual(['Das sieht nicht nach einer E-Mail-Adresse aus.'])
    expect(await page.inputValue('#email')).toBe('ada@')
    await page.fill('#email', ' Ada@Example.Test ')
    await send('button.primary')
    expect(await faults()).toEqual([expect.stringContaining('Telefonnummer')])
    expect([await page.inputValue('#name'), await page.inputValue('#field-seat')]).toEqual([EVIL, 'Out'])
    await page.fill('#phone', '+14155552671')
    await send('button.primary')
    await page.waitForURL('**/w/*')
    expect(await page.textContent('h1')).toBe('Ihr Platz in der Reihe')
    expect(await venue.guests()).toMatchObject([
      { name: EVIL, email: 'ada@example.test', party_size: 2, locale: 'de', fields: { seat: 'Out' } },
    ])
    await page.click('button.primary')
    await page.waitForSelector('text=Wir wissen, dass Sie da sind.')
    await page.selectOption('#lang', 'ar')
    await send('footer button')
    expect(await page.getAttribute('html', 'dir')).toBe('rtl')
    await page.click('a[href$="/details"]')
    expect([await page.inputValue('#name'), await page.inputValue('#phone')]).toEqual([EVIL, ''])
    await page.fill('#name', ' ')
    await page.fill('#party_size', '5')
    await send('button.primary')
    expect(await page.locator('.fault').count()).toBe(2)
    await page.fill('#name', 'Augusta')
    await page.fill('#party_size', '4')
    await send('button.primary')
    expect(page.url()).toMatch(/\/w\/[^/]+$/)
    expect(await venue.guests()).toMatchObject([
      { name: 'Augusta', party_size: 4, phone: '+14155552671', locale: 'ar' },
    ])
    await page.click('#leave summary')
    await page.click('#leave button')
    await page.waitForSelector('h1:text("لم تعد في الطابور")')
    expect(await venue.guests()).toEqual([])
  })

  test('joins once when the same form is sent twice', async () => {
    const venue = await givenVenue(usher)
    const form = await (await fetch(url + venue.joinPath)).text()
    const key = /name="key" value="([^"]+)"/.exec(form)?.[1] ?? ''
    const body = new URLSearchParams({ key, name: 'Ada', party_size: '2', locale: 'en', action: 'join' })
    const send = () => fetch(url + venue.joinPath, { method: 'POST', body, redirect: 'manual' })
    const first = await send()
    const second = await send()
    expect([first.status, second.status]).toEqual([303, 303])
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect(await venue.guests()).toHaveLength(1)
  })
})

describe('the waiting room display', () => {
  test('shows a welcome when the queue is empty, and changes when a guest joins', async () => {
    const venue = await givenVenue(usher)
    await using opened = await open(browser, url)
    const { page } = opened
    await page.goto(venue.displayPath)
    expect(await page.textContent('h1')).toBe('Welcome! Nobody is waiting')
    await venue.guest('Ada')
    await page.waitForSelector('h1:text("You will be called soon")')
  })

  test('shows called guests by their initials and number', async () => {
    const venue = await givenVenue(usher)
    const { id, path } = await venue.guest('Ada Lovelace')
    await using opened = await open(browser, url)
    const { page } = opened
    await page.goto(venue.displayPath)
    await page.waitForSelector('.next li')
    await venue.api('POST', `/v1/guests/${id}/notify`)
    await page.waitForSelector('.called li')
    const label = await page.textContent('.called li')
    expect(label).toMatch(/^A\. L\. \d\d$/)
    expect(await page.content()).not.toContain('Lovelace')
    await page.goto(path)
    expect(await page.textContent('.facts')).toContain(label)
  })
})

/** Records what is spoken: a browser without speakers has no voices. */
const RECORD_SPEECH = `
  window.spoken = []
  speechSynthesis.speak = ({ text, lang }) => spoken.push(lang + ': ' + text)`

describe('the waiting room display with sound', () => {
  test('speaks each new call once, in the language of the display', async () => {
    const venue = await givenVenue(usher)
    const [before, ada, bob] = [await venue.guest('Cy'), await venue.guest('Ada'), await venue.guest('Bob')]
    await venue.api('POST', `/v1/guests/${before.id}/notify`)
    await using opened = await open(browser, url)
    const { page } = opened
    await page.addInitScript(RECORD_SPEECH)
    await page.goto(`${venue.displayPath}?lang=de`)
    expect(await page.getByText('Mit dem Telefon in die Warteschlange').isVisible()).toBe(true)
    const untilSpoken = (count: number) =>
      until(`${count} calls to be spoken`, async () => (await page.evaluate('spoken.length')) === count)
    const button = page.getByRole('button', { name: 'Ton einschalten' })
    await button.click()
    await button.waitFor({ state: 'hidden' })
    await venue.api('POST', `/v1/guests/${ada.id}/notify`, { body: { desk: 'Tisch 3' } })
    await untilSpoken(1)
    await venue.api('POST', `/v1/guests/${bob.id}/notify`)
    await untilSpoken(2)
    // Back on the screen is not called.
    await venue.api('POST', `/v1/guests/${bob.id}/seat`)
    await page.waitForSelector('.called li:first-child:has-text("A.")')
    await venue.api('POST', `/v1/guests/${bob.id}/undo`)
    await page.waitForSelector('.called li:first-child:has-text("B.")')
    expect(await page.evaluate('spoken')).toEqual([
      expect.stringMatching(/^de: A\. \d\d\. Bitte kommen Sie jetzt zu: .Tisch 3.$/),
      expect.stringMatching(/^de: B\. \d\d\. Bitte kommen Sie$/),
    ])
    expect(opened.complaints).toEqual([])
  })
})

describeOwnBooking(() => ({ usher, browser, url }))
describeOwnCheckIn(() => ({ usher, browser, url }))
describePush(() => ({ usher, browser, url }))
describeSending(() => ({ usher, browser, url }))
