import { apiClient, type Client, until } from '@usher/test-kit'
import * as oauth from 'openid-client'
import { accessibilityFaults } from '../accessibility.ts'
import { signIn } from '../dashboard/dashboard.ts'
import type { Opened } from '../guest-pages/browsing.ts'
import {
  answerGoogle,
  authPath,
  connected,
  EMAIL,
  givenProvider,
  heading,
  press,
  type Venue,
} from './venue.ts'

/** Calls as the demo organisation's application, with its own token. */
export async function applicationOf({ usher: { stack, demo } }: Venue): Promise<Client> {
  const { client_id, client_secret } = demo.oauth
  const config = await oauth.discovery(
    new URL(stack.url),
    client_id,
    undefined,
    oauth.ClientSecretPost(client_secret),
    { algorithm: 'oauth2', execute: [oauth.allowInsecureRequests] },
  )
  const token = await oauth.clientCredentialsGrant(config, { scope: 'calendar:sync' })
  return apiClient(stack.url, token.access_token)
}

/** Problems of a page: accessibility, layout on a phone, and the browser's complaints. */
export async function faultsOf({ page, complaints }: Opened): Promise<string[]> {
  const faults = await accessibilityFaults(page)
  await page.setViewportSize({ width: 390, height: 844 })
  const isWide = await page.evaluate<boolean>('document.documentElement.scrollWidth > innerWidth')
  const refused = complaints.filter((text) => !text.startsWith('Failed to load resource'))
  return [...faults, ...refused, ...(isWide ? ['wider than a phone'] : [])]
}

/** Unusual ways to return from Google. */
export function describeComing(theVenue: () => Venue): void {
  describe('an application that connects a calendar', () => {
    test('connects the calendar when its owner confirms it on the page after Google', async () => {
      const venue = theVenue()
      const { providerId } = await givenProvider(venue.owner, 'Dr. <b>Grace</b>')
      const application = await applicationOf(venue)
      await using opened = await venue.visit()
      const { page } = opened
      // Names of organisations come by events, those of the seeded ones within half a minute.
      await until('the page names the organisation', async () => {
        const { body } = await application('GET', authPath(providerId))
        await page.goto(body.authorization_url)
        await answerGoogle(page, 'Allow')
        return (await heading(page)) === 'Connect your calendar to Demo Bistro?'
      })
      expect(await page.textContent('main')).toContain(`${EMAIL} would be connected to Dr. <b>Grace</b>`)
      expect(await faultsOf(opened)).toEqual([])
      await page.getByRole('button', { name: 'Connect' }).click()
      await page.getByRole('heading', { name: 'The calendar is connected' }).waitFor()
      expect(await faultsOf(opened)).toEqual([])
      await connected(venue, providerId)
    })
  })

  describe('a person who denies access at Google', () => {
    test('says that no calendar was connected, and connects one on the second attempt', async () => {
      const venue = theVenue()
      const { providerId } = await givenProvider(venue.owner)
      await using opened = await venue.visit(venue.usher.demo)
      const { page } = opened
      await page.goto(authPath(providerId))
      await answerGoogle(page, 'Cancel')
      expect(await heading(page)).toBe('No calendar was connected')
      expect(await faultsOf(opened)).toEqual([])
      await page.getByRole('link', { name: 'Back to Google Calendar' }).click()
      await page.waitForURL((url) => url.pathname === '/google-calendar')
      await page.goto(authPath(providerId, '&return_to=/queues?from=google'))
      await press(page, 'Allow')
      await page.waitForURL((url) => `${url.pathname}${url.search}` === '/queues?from=google')
      await connected(venue, providerId)
    })
  })

  describe('a browser that is not signed in', () => {
    test('a request to connect a calendar leads through sign-in to Google and connects the calendar', async () => {
      const venue = theVenue()
      const { providerId } = await givenProvider(venue.owner)
      await using opened = await venue.visit()
      const { page } = opened
      await page.goto(authPath(providerId, '&return_to=/google-calendar'))
      await page.waitForURL((url) => url.pathname === '/sign-in')
      expect(new URL(page.url()).origin).toBe(venue.usher.stack.url)
      await signIn(page, venue.usher.demo)
      await press(page, 'Allow')
      await page.waitForURL((url) => url.pathname === '/google-calendar')
      await connected(venue, providerId)
    })

    test.each([
      '//evil.test',
      '/\\evil.test',
      'https://evil.test',
      '/.//evil.test',
      '/api/google-calendar/auth/..//evil.test?',
    ])('stays on the same origin after a sign-in with next=%s', async (next) => {
      const { visit, usher } = theVenue()
      await using opened = await visit()
      const { page } = opened
      await page.goto(`/sign-in?next=${encodeURIComponent(next)}`)
      await signIn(page, usher.demo)
      await page.getByRole('button', { name: 'Sign in' }).waitFor({ state: 'detached' })
      expect(new URL(page.url()).origin).toBe(usher.stack.url)
    })
  })
}
