import { type Client, openClient, sessionClient, until } from '@usher/test-kit'
import { consentAt } from '../google.ts'
import { EVIL } from '../guest-pages/venue.ts'
import { made } from '../made.ts'
import { applicationOf } from './coming.ts'
import { answerGoogle, at, authPath, connected, EMAIL, givenProvider, heading, type Venue } from './venue.ts'

const begin = async (api: Client, providerId: string): Promise<string> =>
  (await api('GET', authPath(providerId))).body.authorization_url

const connectionsOf = async (owner: Client) =>
  (await owner('GET', '/api/google-calendar/connections?limit=100')).body.data

/** What attackers try. */
export function describeAttacks(theVenue: () => Venue): void {
  describe('the callback link that Google redirects a browser to', () => {
    test('answers 403 to the callback link in another browser, and 400 when it is used a second time', async () => {
      const venue = theVenue()
      const { providerId } = await givenProvider(venue.owner)
      await using mine = await venue.visit(venue.usher.demo)
      await mine.page.goto(authPath(providerId))
      const back = await consentAt(mine.page.url())
      await using stranger = await venue.visit(venue.usher.demo.second)
      await using nobody = await venue.visit()
      for (const { page } of [stranger, nobody]) {
        expect((await page.goto(back))?.status()).toBe(403)
        expect(await heading(page)).toBe('You are signed in otherwise')
      }
      await mine.page.goto(back)
      expect(await heading(mine.page)).toBe('The calendar is connected')
      expect((await mine.page.goto(back))?.status()).toBe(400)
      expect(await heading(mine.page)).toBe('This link was used already')
      await connected(venue, providerId)
    })

    test('answers 400 to the code of one authorisation with the state of another, and connects nothing', async () => {
      const { owner, usher } = theVenue()
      const [one, two] = [await givenProvider(owner), await givenProvider(owner)]
      const victim = await consentAt(await begin(owner, one.providerId))
      const mine = await consentAt(await begin(owner, two.providerId))
      const code = new URLSearchParams(victim.split('?')[1]).get('code') ?? ''
      const state = new URLSearchParams(mine.split('?')[1]).get('state') ?? ''
      const swapped = new URLSearchParams({ code, state })
      const answer = await owner('GET', `/api/google-calendar/callback?${swapped}`)
      expect(answer.status).toBe(400)
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
      expect(answer.headers.get('cache-control')).toContain('no-store')
      expect(JSON.stringify(await connectionsOf(owner))).not.toContain(two.providerId)
      expect(usher.google.secrets).toContain(code)
    })
  })

  describe('the return_to of a calendar connection', () => {
    test.each([
      '//evil.test',
      '/%5Cevil.test',
      '/%09/evil.test',
      'https:evil.test',
      '%2F%2Fevil.test',
      '/%0d%0aX: y',
    ])('answers 400 to a browser with the return_to %s', async (target) => {
      const { owner } = theVenue()
      const { providerId } = await givenProvider(owner)
      const headers = { accept: 'text/html' }
      const answer = await owner('GET', authPath(providerId, `&return_to=${target}`), { headers })
      expect(answer.status).toBe(400)
    })
  })

  describe('a calendar connection of another organisation', () => {
    test('answers 404 to every request with the connection or provider of another organisation', async () => {
      const { owner, usher } = theVenue()
      const [{ id, provider_id }] = await connectionsOf(owner)
      const stranger = await sessionClient(usher.stack.url, usher.demo.second)
      const path = `/api/google-calendar/connections/${id}`
      const answers = await Promise.all([
        stranger('GET', path),
        stranger('GET', `${path}/calendars`),
        stranger('PATCH', path, { body: { busy_calendar_ids: [] } }),
        stranger('DELETE', path),
        stranger('GET', authPath(provider_id)),
        stranger('POST', '/api/google-calendar/sync', { body: { connection_id: id } }),
        stranger('POST', '/api/google-calendar/sync', { body: { provider_id } }),
      ])
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
      expect(await connectionsOf(stranger)).toEqual([])
    })
  })

  describe('push messages that claim to come from Google', () => {
    test('answers 404 to a push message with a wrong channel id, token or resource id', async () => {
      const { usher } = theVenue()
      const channel = usher.google.channels.find(({ calendarId }) => calendarId === EMAIL)
      if (!channel) throw new Error('no channel')
      const real = {
        'x-goog-channel-id': channel.id,
        'x-goog-resource-id': channel.resourceId,
        'x-goog-channel-token': channel.token ?? '',
        'x-goog-resource-state': 'exists',
      }
      const send = async (headers: Record<string, string>) =>
        (await openClient(usher.stack.url)('POST', '/callbacks/google-calendar', { headers })).status
      const forged = [
        {},
        { ...real, 'x-goog-channel-token': '' },
        { ...real, 'x-goog-channel-token': `${channel.token}x` },
        { ...real, 'x-goog-channel-id': `${channel.id}x` },
        { ...real, 'x-goog-resource-id': 'another' },
        { ...real, 'x-goog-channel-id': '{"$ne":""}' },
      ]
      for (const headers of forged) expect(await send(headers)).toBe(404)
      expect(await send(real)).toBeLessThan(300)
    })
  })

  describe('HTML in the names of providers, calendars and customers', () => {
    test('shows HTML in names as text on the page that asks to connect, and escapes notes in the event', async () => {
      const venue = theVenue()
      const { owner, usher } = venue
      const { providerId, serviceTypeId } = await givenProvider(owner, EVIL)
      usher.google.createCalendar(EMAIL, { summary: EVIL })
      await using opened = await venue.visit()
      await opened.page.goto(await begin(await applicationOf(venue), providerId))
      await answerGoogle(opened.page, 'Allow')
      expect(await opened.page.locator('main').textContent()).toContain(EVIL)
      expect(await opened.page.locator('main :is(img, b)').count()).toBe(0)
      await opened.page.getByRole('button', { name: 'Connect' }).click()
      await opened.page.getByRole('heading', { name: 'The calendar is connected' }).waitFor()
      await connected(venue, providerId)
      const customer = { name: EVIL }
      const notes = `<a href="https://evil.test">Confirm</a> & more`
      const booking = { service_type_id: serviceTypeId, start: at(20, 5), customer, notes }
      const { id } = await made(owner, '/api/bookings', booking)
      const { fields } = await until('the event', () =>
        usher.google.events(EMAIL).all.find((event) => JSON.stringify(event.fields).includes(id)),
      )
      expect(fields.summary).toBe(`Haircut: ${EVIL}`)
      // Google renders a description as HTML, where a customer's link would look like the venue's.
      expect(fields.description).toContain('&lt;a href="https://evil.test">Confirm&lt;/a> & more')
      expect(fields.description).not.toContain('<a')
      await opened.page.goto(usher.google.url)
      expect(await opened.page.locator('body img').count()).toBe(0)
    })
  })
}
