import { until } from '@usher/test-kit'
import { accessibilityFaults } from '../accessibility.ts'
import { made } from '../made.ts'
import { at, authPath, connected, givenProvider, type Venue } from './venue.ts'

/** The account whose calendar no other test writes to. */
const ANN = 'ann@example.test'

/** Conflicts between a calendar and the bookings, as the dashboard shows them. */
export function describeTrouble(theVenue: () => Venue): void {
  /** A new provider with a calendar and bookings, with the events of those bookings. */
  async function given(name: string, starts: readonly string[]) {
    const venue = theVenue()
    const { owner, usher } = venue
    const { providerId, serviceTypeId: service_type_id } = await givenProvider(owner, name)
    const begun = await owner('GET', authPath(providerId))
    const back = await usher.google.consent(begun.body.authorization_url, { email: ANN })
    await owner('GET', back.pathname + back.search, { headers: { accept: 'text/html' } })
    const { id: connectionId } = await connected(venue, providerId)
    const bookings: { id: string; name: string; eventId: string }[] = []
    for (const [index, start] of starts.entries()) {
      const customer = { name: `${name} ${index + 1}` }
      const { id } = await made(owner, '/api/bookings', { service_type_id, start, customer })
      const { id: eventId } = await until('the event', () => eventOf(id))
      bookings.push({ id, name: customer.name, eventId })
    }
    // Google keeps a deleted event as cancelled, and another one replaces it.
    function eventOf(id: string) {
      return usher.google
        .events(ANN)
        .all.find(({ status, fields }) => status === 'confirmed' && JSON.stringify(fields).includes(id))
    }
    const connection = `/api/google-calendar/connections/${connectionId}`
    const opened = await venue.visit(usher.demo)
    const card = opened.page.locator('section').filter({ has: opened.page.getByRole('heading', { name }) })
    return { ...{ venue, bookings, connection, eventOf, opened, card }, page: opened.page }
  }

  describe('a booking that is moved at Google to the time of another booking', () => {
    test('the Google Calendar page says that the booking was moved back, and links to it', async () => {
      const { venue, bookings, connection, opened, page, card } = await given('Refused', [
        at(9, 8),
        at(11, 8),
      ])
      await using _ = opened
      const [moved] = bookings
      venue.usher.google.events(ANN).move(moved?.eventId ?? '', at(11, 8))
      await until('the conflict', async () => {
        const { data } = (await venue.owner('GET', `${connection}/conflicts`)).body
        return data.some((one: { booking_id: string }) => one.booking_id === moved?.id)
      })
      await page.goto('/google-calendar')
      await card.getByText('so it was moved back.').waitFor()
      await card.getByText('It is taken by a booking').waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      await card.getByRole('link', { name: /^Refused 1, / }).click()
      const drawer = page.getByRole('dialog', { name: 'Booking' })
      await drawer.getByRole('heading', { name: 'Refused 1' }).waitFor()
    })
  })

  describe('a calendar whose events were all deleted at Google', () => {
    /** Uses its own day, because the tests share a calendar. */
    async function emptied(name: string, day: number) {
      const all = await given(
        name,
        [1, 3, 5, 7, 9, 11].map((hour) => at(hour, day)),
      )
      const events = all.venue.usher.google.events(ANN)
      for (const { eventId } of all.bookings) events.delete(eventId)
      const { page, card, bookings, connection } = all
      await until(
        'the pause',
        async () => (await all.venue.owner('GET', connection)).body.status === 'paused',
      )
      await page.goto('/google-calendar')
      for (const booking of bookings)
        await card.getByRole('link', { name: new RegExp(`^${booking.name}, `) }).waitFor()
      expect(await accessibilityFaults(page)).toEqual([])
      return all
    }

    const statuses = (venue: Venue, bookings: readonly { id: string }[]) =>
      Promise.all(
        bookings.map(async ({ id }) => (await venue.owner('GET', `/api/bookings/${id}`)).body.status),
      )

    test('keeping the bookings leaves all of them confirmed and restores their events', async () => {
      const { venue, bookings, eventOf, opened, card } = await emptied('Kept', 9)
      await using _ = opened
      await card.getByRole('button', { name: 'Keep the bookings' }).click()
      await card.getByText('Connected', { exact: true }).waitFor()
      await until('the events', () => bookings.every(({ id }) => eventOf(id)))
      expect(new Set(await statuses(venue, bookings))).toEqual(new Set(['confirmed']))
    })

    test('cancelling the bookings asks for confirmation first and then cancels all of them', async () => {
      const { venue, bookings, opened, page, card } = await emptied('Dropped', 10)
      await using _ = opened
      await card.getByRole('button', { name: 'Cancel the bookings' }).click()
      const dialog = page.getByRole('dialog', { name: 'Cancel these bookings?' })
      expect(new Set(await statuses(venue, bookings))).toEqual(new Set(['confirmed']))
      await dialog.getByRole('button', { name: 'Cancel the bookings' }).click()
      await card.getByText('Connected', { exact: true }).waitFor()
      await until('all to be cancelled', async () =>
        (await statuses(venue, bookings)).every((status) => status === 'cancelled'),
      )
    })
  })
}
