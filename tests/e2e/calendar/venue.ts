import { DAY_MS } from '@usher/service-kit/durations'
import { type Client, type Receiver, sessionClient, startReceiver, until } from '@usher/test-kit'
import type { Browser, Page } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { signIn } from '../dashboard/dashboard.ts'
import { startUsherWithGoogle, type WithGoogle } from '../google.ts'
import { type Opened, open } from '../guest-pages/browsing.ts'
import { made } from '../made.ts'

/** The polling interval of a calendar without push messages, in seconds. */
export const POLL_SECONDS = 15

/** A person with an account of the local Google. */
export const EMAIL = 'grace@example.test'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const ALWAYS = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))

/** Usher, a Google, a browser and a webhook receiver, and what all tests do with them. */
export interface Venue extends AsyncDisposable {
  readonly usher: WithGoogle
  readonly browser: Browser
  readonly receiver: Receiver
  /** The owner of the demo organisation. */
  readonly owner: Client
  /** A browser window, signed in if a person is given. */
  visit(person?: { email: string; password: string }): Promise<Opened>
}

export async function openVenue(): Promise<Venue> {
  await using opening = new AsyncDisposableStack()
  const environment = { CALENDAR_POLL_SECONDS: String(POLL_SECONDS), LOG_LEVEL: 'trace' }
  const usher = opening.use(await startUsherWithGoogle(environment))
  usher.google.createAccount(EMAIL, { name: 'Grace Hopper', timeZone: 'UTC' })
  const browser = opening.use(await openBrowser())
  const receiver = opening.use(await startReceiver())
  const owner = await sessionClient(usher.stack.url, usher.demo)
  await owner('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })
  const cleanup = opening.move()
  return {
    ...{ usher, browser, receiver, owner },
    async visit(person) {
      const opened = await open(browser, usher.stack.url)
      if (!person) return opened
      await opened.page.goto('/sign-in?next=/queues')
      await signIn(opened.page, person)
      await opened.page.waitForURL((url) => url.pathname === '/queues')
      return opened
    },
    [Symbol.asyncDispose]: () => cleanup.disposeAsync(),
  }
}

/** A provider who works at any hour, with a service type to book. */
export async function givenProvider(owner: Client, name = 'Grace') {
  const provider = await made(owner, '/api/providers', { name, timezone: 'UTC', weekly_hours: ALWAYS })
  const type = { name: 'Haircut', duration_minutes: 60, provider_ids: [provider.id] }
  const service = await made(owner, '/api/service-types', type)
  return { providerId: provider.id as string, serviceTypeId: service.id as string }
}

/** An hour of a day some days ahead. */
export const at = (hour: number, days = 3): string =>
  new Date(Math.ceil(Date.now() / DAY_MS + days) * DAY_MS + hour * 3_600_000).toISOString()

export const authPath = (providerId: string, more = ''): string =>
  `/api/google-calendar/auth?provider_id=${providerId}${more}`

/** Presses a button on Google's page. */
export async function press(page: Page, button: 'Allow' | 'Cancel'): Promise<void> {
  await page.getByLabel(EMAIL).check()
  await page.getByRole('button', { name: button }).click()
}

/** Presses a button and follows the redirect back. */
export async function answerGoogle(page: Page, button: 'Allow' | 'Cancel'): Promise<void> {
  await press(page, button)
  await page.waitForURL('**/api/google-calendar/callback?**')
}

/** A provider's connection, once its first sync is over and Google sends push messages. */
export async function connected({ owner, usher }: Venue, providerId: string): Promise<{ id: string }> {
  const connection = await until('the connection', async () => {
    const { body } = await owner('GET', '/api/google-calendar/connections?limit=100')
    return body.data.find(({ provider_id }: { provider_id: string }) => provider_id === providerId)
  })
  await until('the channel', () => usher.google.channels.length > 0)
  return connection
}

/** The heading of a page. */
export async function heading(page: Page): Promise<string | null> {
  return await page.getByRole('heading', { level: 1 }).textContent()
}
