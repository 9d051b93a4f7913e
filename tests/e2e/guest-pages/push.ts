import { freePorts } from '@usher/local'
import { BROWSER_KEYS, until } from '@usher/test-kit'
import type { Browser, Page, Route } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import type { Usher } from '../stack.ts'
import { open } from './browsing.ts'
import { givenVenue } from './venue.ts'

const OFFER = 'button:text-is("Notify me on this device")'
const TOLD = 'text=Notifications are on for this device.'

/** A browser without a screen says that notifications are forbidden. */
const MAY_BE_ASKED = `Object.defineProperty(Notification, 'permission', { value: 'default' })`

/** It reaches no push service either: subscribing gives keys, and an endpoint where nobody listens. */
const subscribesAt = (endpoint: string): string => `
  ${MAY_BE_ASKED}
  const endpoint = '${endpoint}'
  const keys = ${JSON.stringify(BROWSER_KEYS)}
  const subscribed = (key) => ({
    endpoint,
    options: { applicationServerKey: Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer },
    toJSON: () => ({ endpoint, expirationTime: null, keys }),
  })
  PushManager.prototype.getSubscription = async () => localStorage.stub ? subscribed(localStorage.stub) : null
  PushManager.prototype.subscribe = async (options) => {
    if (!options.userVisibleOnly || options.applicationServerKey.length !== 87) throw new Error('wrong options')
    localStorage.stub = options.applicationServerKey
    return subscribed(localStorage.stub)
  }`

/** Hands a message to the page's service worker, as the browser does with one from its push service. */
async function deliver(page: Page, data: object): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations
      if (found) resolve(found.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  const registrationId = await registered
  await session.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(data),
  })
}

/** Records what the worker shows and opens, which a browser without a screen refuses. */
const RECORD = `
  self.done = []
  registration.showNotification = async (title, options) => done.push({ title, ...options })
  WindowClient.prototype.focus = async function () { done.push('focus ' + new URL(this.url).pathname) }
  clients.openWindow = async (href) => done.push('open ' + href)`

/** Checks of a guest's page in a browser that can be told by push. */
export function describePush(world: () => { usher: Usher; browser: Browser; url: string }): void {
  const openPlace = async (init = '') => {
    const { usher, browser, url } = world()
    const venue = await givenVenue(usher)
    const guest = await venue.guest('Ada', { phone: '+14155552671' })
    const opened = await open(browser, url, { permissions: ['notifications'] })
    if (init) await opened.page.addInitScript(init)
    await opened.page.goto(guest.path)
    return { ...opened, venue, guest }
  }

  describe("a guest's page in a browser that supports push", () => {
    test('calls the guest by push after they turn notifications on, and by SMS after they turn them off', async () => {
      const [port] = await freePorts(1)
      await using opened = await openPlace(subscribesAt(`https://localhost:${port}/push`))
      const { page, venue, guest } = opened
      await page.click(OFFER)
      await page.waitForSelector(TOLD)
      expect(await page.isVisible(OFFER)).toBe(false)
      expect(await accessibilityFaults(page)).toEqual([])
      const channels = async () => {
        const { body } = await venue.api('GET', `/v1/notifications?guest_id=${guest.id}`)
        return body.data
          .filter(({ kind }: { kind: string }) => kind === 'ready')
          .map(({ channel }: { channel: string }) => channel)
      }
      await venue.api('POST', `/v1/guests/${guest.id}/notify`)
      await page.waitForSelector('h1:text("It is your turn")')
      await page.waitForSelector(TOLD)
      await until('the call', async () => (await channels()).length === 1)
      expect(await channels()).toEqual(['push'])
      await page.click('button:text-is("Turn off")')
      await page.waitForSelector(OFFER)
      await venue.api('POST', `/v1/guests/${guest.id}/notify`)
      await until('the next call', async () => (await channels()).length === 2)
      expect((await channels())[0]).toBe('sms')
      await venue.api('POST', `/v1/guests/${guest.id}/seat`)
      await page.waitForSelector('h1:text("Welcome!")')
      expect(await page.isVisible(OFFER)).toBe(false)
      expect(opened.complaints).toEqual([])
    })

    test('the service worker shows a push message, and opens pages of its own origin only', async () => {
      await using opened = await openPlace(subscribesAt('https://localhost:443/push'))
      const { page, guest } = opened
      await page.click(OFFER)
      await page.waitForSelector(TOLD)
      const [worker] = page.context().serviceWorkers()
      if (!worker) throw new Error('there is no worker')
      await worker.evaluate(RECORD)
      const message = { title: 'It is your turn', body: 'Ada, come now.', tag: 'ntf_1' }
      await deliver(page, { ...message, url: guest.path })
      const done = () => worker.evaluate('done') as Promise<unknown[]>
      await until('the notification', async () => (await done()).length === 1)
      expect(await done()).toEqual([{ ...message, data: guest.path }])
      const paths = [guest.path, '/w/other', 'https://evil.test/w/other', '//evil.test', null]
      for (const path of paths) await worker.evaluate(`open(${JSON.stringify(path)})`)
      expect((await done()).slice(1)).toEqual([`focus ${guest.path}`, `open ${world().url}/w/other`])
      expect(opened.complaints).toEqual([])
    })

    test("offers notifications again after the server's key has changed", async () => {
      await using opened = await openPlace(subscribesAt('https://localhost:443/push'))
      const { page } = opened
      await page.click(OFFER)
      await page.waitForSelector(TOLD)
      await page.evaluate("localStorage.stub = 'A'.repeat(87)")
      await page.reload()
      await page.waitForSelector(OFFER)
      expect(await page.isVisible(TOLD)).toBe(false)
    })

    test('shows an error when the answer to a subscription is lost, and subscribes on the next press', async () => {
      await using opened = await openPlace(subscribesAt('https://localhost:443/push'))
      const { page } = opened
      const lose = async (route: Route) => {
        await route.fetch()
        await route.abort()
      }
      await page.route('**/push-subscription', lose, { times: 1 })
      await page.click(OFFER)
      await page.waitForSelector('[data-push] [role=alert]')
      await page.click(OFFER)
      await page.waitForSelector(TOLD)
      expect(await page.isVisible('[data-push] [role=alert]')).toBe(false)
    })
  })

  describe('a browser that cannot receive push messages', () => {
    test.each([
      ['it has no push', `${MAY_BE_ASKED}; delete window.PushManager`],
      [
        'notifications are forbidden',
        `Object.defineProperty(Notification, 'permission', { value: 'denied' })`,
      ],
    ])('offers no notifications in a browser when %s', async (_, init) => {
      await using opened = await openPlace(init)
      const { page } = opened
      await page.waitForSelector('text=This page keeps itself up to date.')
      expect(await page.isVisible('[data-push]')).toBe(false)
      expect(opened.complaints).toEqual([])
    })
  })
}
