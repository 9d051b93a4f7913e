import { randomBytes } from 'node:crypto'
import { UsherError } from '@usher/sdk'
import { type EventSubject, type TriggerContext, waitUntil } from './trigger-context.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const DAY_MS = 24 * 3_600_000

const customer = { name: 'Ada', phone: '+14155552671', email: 'ada@example.com' }

/** Creates a service type with one free time a day; returns that of the third day from now. */
async function createService({ usher, defer }: TriggerContext) {
  const weekly_hours = DAYS.map((day) => ({ day, start: '09:00', end: '09:30' }))
  const name = 'Made by usher trigger'
  const provider = await usher.POST('/api/providers', { body: { name, timezone: 'UTC', weekly_hours } })
  const providerPath = { id: provider.data.id }
  defer(() => usher.DELETE('/api/providers/{id}', { params: { path: providerPath } }))
  const verification = 'none' as const
  const online_booking = { questions: [], max_visits: 1, cancel_until_minutes: 0, verification }
  const body = { name, duration_minutes: 30, provider_ids: [provider.data.id], online_booking }
  const { data } = await usher.POST('/api/service-types', { body })
  const path = { id: data.id }
  defer(() => usher.DELETE('/api/service-types/{id}', { params: { path } }))
  return { id: data.id, start: `${new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)}T09:00:00Z` }
}

type Service = Awaited<ReturnType<typeof createService>>

async function book({ usher, defer }: TriggerContext, { id, start }: Service): Promise<EventSubject> {
  const { data } = await usher.POST('/api/bookings', { body: { service_type_id: id, start, customer } })
  const path = { id: data.id }
  const cancel = () => usher.POST('/api/bookings/{id}/cancel', { params: { path }, body: {} })
  defer(() => cancel().catch(ignoreIfOver))
  return data
}

/** Ignores that a booking or standby has ended already: the event may be its end. */
function ignoreIfOver(error: unknown): void {
  if (!(error instanceof UsherError && ['invalid_transition', 'not_found'].includes(error.code ?? '')))
    throw error
}

const createBooking = async (context: TriggerContext): Promise<EventSubject> =>
  book(context, await createService(context))

async function createSeries(context: TriggerContext): Promise<EventSubject> {
  const { id, start } = await createService(context)
  const services = [{ service_type_id: id }]
  const body = { services, start, recurrence: 'FREQ=DAILY;COUNT=2', customer, partial: false }
  const { data } = await context.usher.POST('/api/booking-series', { body })
  const path = { id: data.id }
  const cancel = () => context.usher.POST('/api/booking-series/{id}/cancel', { params: { path }, body: {} })
  context.defer(() => cancel().catch(ignoreIfOver))
  return data
}

/** The slug of the booking page. There is one for each organisation, so it is kept. */
async function findOrCreateBookingPage({ usher }: TriggerContext): Promise<string> {
  const { slug } = (await usher.GET('/api/booking-page')).data
  if (slug) return slug
  const body = { slug: `trigger-${randomBytes(6).toString('hex')}` }
  return (await usher.PATCH('/api/booking-page', { body })).data.slug ?? ''
}

/** Books the one time of a day, and has another customer wait for it. */
async function joinStandby(context: TriggerContext) {
  const slug = await findOrCreateBookingPage(context)
  const given = await createService(context)
  const booked = await book(context, given)
  const to = new Date(Date.parse(given.start) + 3_600_000).toISOString()
  const windows = [{ from: given.start, to }]
  const body = { service_type_id: given.id, windows, customer }
  const joined = await postAsCustomer(context, `/public/book/${slug}/standby`, body)
  const query = { service_type_id: given.id }
  const [found] = (await context.usher.GET('/api/standbys', { params: { query } })).data.data
  const path = { id: found?.id ?? '' }
  const end = () => context.usher.DELETE('/api/standbys/{id}', { params: { path } })
  context.defer(() => end().catch(ignoreIfOver))
  const token = String(joined.status_url).split('/').at(-1)
  return { ...path, token, booked, end }
}

/** Sends a POST as a customer does, without a credential. @throws UsherError */
async function postAsCustomer(
  { url }: TriggerContext,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new UsherError(answer, JSON.parse(text))
  return JSON.parse(text)
}

/** Frees the time that a customer waits for, and waits until it is offered to them. */
async function offerTime(context: TriggerContext) {
  const waiting = await joinStandby(context)
  const path = { id: waiting.booked.id }
  await context.usher.POST('/api/bookings/{id}/cancel', { params: { path }, body: {} })
  await waitUntil(context, 'The offer', async () => {
    const { data } = await context.usher.GET('/api/standbys')
    return data.data.some(({ id, status }) => id === waiting.id && status === 'offered')
  })
  return waiting
}

/** Recipes for events of bookings, series and standbys. */
export const BOOKING_RECIPES = {
  'booking.created': createBooking,
  async 'booking.updated'(context: TriggerContext) {
    const path = { id: (await createBooking(context)).id }
    const body = { notes: 'Changed by usher trigger' }
    return (await context.usher.PATCH('/api/bookings/{id}', { params: { path }, body })).data
  },
  async 'booking.cancelled'(context: TriggerContext) {
    const path = { id: (await createBooking(context)).id }
    return (await context.usher.POST('/api/bookings/{id}/cancel', { params: { path }, body: {} })).data
  },
  'booking_series.created': createSeries,
  async 'booking_series.cancelled'(context: TriggerContext) {
    const path = { id: (await createSeries(context)).id }
    return (await context.usher.POST('/api/booking-series/{id}/cancel', { params: { path }, body: {} })).data
  },
  'standby.added': joinStandby,
  'standby.offered': offerTime,
  async 'standby.booked'(context: TriggerContext) {
    const { id, token } = await offerTime(context)
    await postAsCustomer(context, `/public/standby/${token}/accept`)
    const [made] = (await context.usher.GET('/api/standbys', { params: { query: { status: 'booked' } } }))
      .data.data
    const path = { id: made?.booking_id ?? '' }
    const cancel = () => context.usher.POST('/api/bookings/{id}/cancel', { params: { path }, body: {} })
    context.defer(() => cancel().catch(ignoreIfOver))
    return { id }
  },
  async 'standby.ended'(context: TriggerContext) {
    const { id, end } = await joinStandby(context)
    await end()
    return { id }
  },
} as const
