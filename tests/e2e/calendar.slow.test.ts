import { until } from '@usher/test-kit'
import type { Locator, Page } from 'playwright-core'
import { describeAttacks } from './calendar/attacks.ts'
import { describeComing, faultsOf } from './calendar/coming.ts'
import { type CapturedOutput, captureOutput, describeSecrets } from './calendar/secrets.ts'
import { describeTrouble } from './calendar/trouble.ts'
import {
  answerGoogle,
  at,
  authPath,
  connected,
  EMAIL,
  givenProvider,
  heading,
  openVenue,
  POLL_SECONDS,
  type Venue,
} from './calendar/venue.ts'
import { made } from './made.ts'

/** What a busy machine may add to the polling interval. */
const SLACK_MS = 10_000

let venue: Venue
let heard: CapturedOutput
let booked: Awaited<ReturnType<typeof givenProvider>>
beforeAll(async () => {
  venue = await openVenue()
  heard = await captureOutput(venue)
  booked = await givenProvider(venue.owner)
})
afterAll(async () => {
  await heard?.[Symbol.asyncDispose]()
  await venue?.[Symbol.asyncDispose]()
})

const book = async (start: string) => {
  const { serviceTypeId: service_type_id } = booked
  return await made(venue.owner, '/api/bookings', { service_type_id, start, customer: { name: 'Ada' } })
}
const bookingOf = async (id: string) => (await venue.owner('GET', `/api/bookings/${id}`)).body
const events = () => venue.usher.google.events(EMAIL)

const eventOf = (id: string) =>
  until('the event at Google', () => events().all.find(({ fields }) => JSON.stringify(fields).includes(id)))

const webhook = (type: string, id: string) =>
  until(`the webhook ${type}`, () =>
    venue.receiver.received
      .map(({ raw }) => JSON.parse(raw.toString()))
      .find(({ event, data }) => event === type && data.id === id),
  )

/** Whether an hour can be booked. */
async function isFree(start: string): Promise<boolean> {
  const query = new URLSearchParams({
    service_type_id: booked.serviceTypeId,
    from: start,
    to: new Date(Date.parse(start) + 3_600_000).toISOString(),
  })
  const { status, body } = await venue.owner('GET', `/api/availability?${query}`)
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return body.data.some((slot: { start: string }) => Date.parse(slot.start) === Date.parse(start))
}

/** Returns and logs the milliseconds from a change (at the time it returns) to its effect. */
async function timed(what: string, change: Promise<number> | number, come: () => Promise<unknown>) {
  const changedAt = await change
  await come()
  const took = Date.now() - changedAt
  process.stdout.write(`${what}: ${took} ms\n`)
  return took
}

/** Acts as a calendar's owner on Google's own page: fills a form, then presses its button. */
async function onPage(fill: (page: Page) => Promise<Locator>): Promise<number> {
  await using opened = await venue.visit()
  await opened.page.goto(venue.usher.google.url)
  const button = await fill(opened.page)
  const pressedAt = Date.now()
  await button.click()
  await opened.page.waitForLoadState()
  return pressedAt
}

async function fillTimes(form: Locator, start: string, end: string): Promise<void> {
  await form.getByLabel('Start').fill(start.slice(0, 16))
  await form.getByLabel('End').fill(end.slice(0, 16))
}

const isAt = async (id: string, start: string) =>
  Date.parse((await bookingOf(id)).start) === Date.parse(start)

describe('an owner signed in in a browser', () => {
  test("connects a provider's calendar by allowing access at Google", async () => {
    await using opened = await venue.visit(venue.usher.demo)
    await opened.page.goto(authPath(booked.providerId))
    expect(opened.page.url()).toContain(venue.usher.google.url)
    await answerGoogle(opened.page, 'Allow')
    expect(await heading(opened.page)).toBe('The calendar is connected')
    expect(await opened.page.getByRole('link').getAttribute('href')).toBe('/google-calendar')
    expect(await opened.page.textContent('main')).toContain(EMAIL)
    await connected(venue, booked.providerId)
    expect(await faultsOf(opened)).toEqual([])
  })
})

describe('a connected calendar with push messages from Google', () => {
  // Below the polling interval, so that only push messages can explain it.
  const SOON_MS = 10_000

  test("moving and deleting a booking's event at Google moves and cancels the booking within 10 seconds", async () => {
    const { id } = await book(at(10))
    const { id: eventId } = await eventOf(id)
    const move = onPage(async (page) => {
      const row = page.locator(`[data-event="${eventId}"]`)
      await fillTimes(row, at(14), at(15))
      return row.getByRole('button', { name: 'Move' })
    })
    const moved = await timed('moved, by push', move, () =>
      until('the booking to move', () => isAt(id, at(14))),
    )
    expect((await webhook('booking.updated', id)).data.start).toBe((await bookingOf(id)).start)
    const remove = onPage(async (page) =>
      page.locator(`[data-event="${eventId}"]`).getByRole('button', { name: 'Delete' }),
    )
    const cancelled = await timed('deleted, by push', remove, () =>
      until('the booking to end', async () => (await bookingOf(id)).status === 'cancelled'),
    )
    expect((await bookingOf(id)).cancel_reason).toBe('provider_calendar')
    await webhook('booking.cancelled', id)
    expect(Math.max(moved, cancelled)).toBeLessThan(SOON_MS)
  })

  test('a new event at Google makes its time unavailable within 10 seconds', async () => {
    expect(await isFree(at(16))).toBe(true)
    const create = onPage(async (page) => {
      const form = page.locator(`[id="${EMAIL}"] > form`)
      await form.getByPlaceholder('New event').fill('Dentist')
      await fillTimes(form, at(16), at(17))
      return form.getByRole('button', { name: 'Create' })
    })
    const took = await timed('made elsewhere, by push', create, () =>
      until('the time to be taken', async () => !(await isFree(at(16)))),
    )
    expect(took).toBeLessThan(SOON_MS)
  })
})

describe('a connected calendar whose push messages are lost', () => {
  test('applies changes made at Google by the next poll', async () => {
    // Start before the event is written: its own push message would trigger a sync.
    venue.usher.google.losePushes(1_000)
    try {
      const { id } = await book(at(10, 4))
      const { id: eventId } = await eventOf(id)
      const changedAt = Date.now()
      events().move(eventId, at(12, 4))
      events().insert({ summary: 'Lunch', start: { dateTime: at(8, 4) }, end: { dateTime: at(9, 4) } })
      const isSeen = async () => (await isAt(id, at(12, 4))) && !(await isFree(at(8, 4)))
      const took = await timed('moved and made elsewhere, without push', changedAt, () =>
        until('the next reading', isSeen, 2 * POLL_SECONDS * 1_000),
      )
      expect(took).toBeLessThan(POLL_SECONDS * 1_000 + SLACK_MS)
    } finally {
      venue.usher.google.losePushes(0)
    }
  })
})

describeComing(() => venue)
describeTrouble(() => venue)
describeAttacks(() => venue)
// Last, because it searches everything the other tests used.
describeSecrets(() => ({ venue, heard }))
