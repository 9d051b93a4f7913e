import { randomBytes } from 'node:crypto'
import { UsherError } from '@usher/sdk'
import { type Happened, type Stage, waitUntil } from './stage.ts'

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const DAY_MS = 24 * 3_600_000

const customer = { name: 'Ada', phone: '+14155552671', email: 'ada@example.com' }

/** A service type with one time a day, and that time in three days. */
async function service({ usher, clear }: Stage) {
  const weekly_hours = DAYS.map((day) => ({ day, start: '09:00', end: '09:30' }))
  const name = 'Made by usher trigger'
  const provider = await usher.POST('/api/providers', { body: { name, timezone: 'UTC', weekly_hours } })
  const providerPath = { id: provider.data.id }
  clear(() => usher.DELETE('/api/providers/{id}', { params: { path: providerPath } }))
  const verification = 'none' as const
  const online_booking = { questions: [], max_visits: 1, cancel_until_minutes: 0, verification }
  const body = { name, duration_minutes: 30, provider_ids: [provider.data.id], online_booking }
  const { data } = await usher.POST('/api/service-types', { body })
  const path = { id: data.id }
  clear(() => usher.DELETE('/api/service-types/{id}', { params: { path } }))
  return { id: data.id, start: `${new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10)}T09:00:00Z` }
}

type Service = Awaited<ReturnType<typeof service>>

async function book({ usher, clear }: Stage, { id, start }: Service): Promise<Happened> {
  const { data } = await usher.POST('/api/bookings', { body: { service_type_id: id, start, customer } })
  const path = { id: data.id }
  const cancel = () => usher.POST('/api/bookings/{id}/cancel', { params: { path }, body: {} })
  // The event may be that it is cancelled.
  clear(() => cancel().catch(unlessOver))
  return data
}

/** It is over already, which is as well. */
function unlessOver(error: unknown): void {
  if (!(error instanceof UsherError && ['invalid_transition', 'not_found'].includes(error.code ?? '')))
    throw error
}

const booking = async (stage: Stage): Promise<Happened> => book(stage, await service(stage))

async function series(stage: Stage): Promise<Happened> {
  const { id, start } = await service(stage)
  const services = [{ service_type_id: id }]
  const body = { services, start, recurrence: 'FREQ=DAILY;COUNT=2', customer, partial: false }
  const { data } = await stage.usher.POST('/api/booking-series', { body })
  const path = { id: data.id }
  const cancel = () => stage.usher.POST('/api/booking-series/{id}/cancel', { params: { path }, body: {} })
  stage.clear(() => cancel().catch(unlessOver))
  return data
}

/** The address of the page where customers book: there is one for each organisation, which stays. */
async function bookingPage({ usher }: Stage): Promise<string> {
  const { slug } = (await usher.GET('/api/booking-page')).data
  if (slug) return slug
  const body = { slug: `trigger-${randomBytes(6).toString('hex')}` }
  return (await usher.PATCH('/api/booking-page', { body })).data.slug ?? ''
}

/** A customer who waits for the one time of a day, which is booked. */
async function standby(stage: Stage) {
  const slug = await bookingPage(stage)
  const given = await service(stage)
  const booked = await book(stage, given)
  const to = new Date(Date.parse(given.start) + 3_600_000).toISOString()
  const windows = [{ from: given.start, to }]
  const body = { service_type_id: given.id, windows, customer }
  const joined = await ofCustomer(stage, `/public/book/${slug}/standby`, body)
  const query = { service_type_id: given.id }
  const [found] = (await stage.usher.GET('/api/standbys', { params: { query } })).data.data
  const path = { id: found?.id ?? '' }
  const end = () => stage.usher.DELETE('/api/standbys/{id}', { params: { path } })
  stage.clear(() => end().catch(unlessOver))
  const token = String(joined.status_url).split('/').at(-1)
  return { ...path, token, booked, end }
}

/** Sends what a customer sends, who has no credential. */
async function ofCustomer({ url }: Stage, path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new UsherError(answer, JSON.parse(text))
  return JSON.parse(text)
}

/** Frees the time for which a customer waits, until it is offered to them. */
async function offer(stage: Stage) {
  const waiting = await standby(stage)
  const path = { id: waiting.booked.id }
  await stage.usher.POST('/api/bookings/{id}/cancel', { params: { path }, body: {} })
  await waitUntil(stage, 'The offer', async () => {
    const { data } = await stage.usher.GET('/api/standbys')
    return data.data.some(({ id, status }) => id === waiting.id && status === 'offered')
  })
  return waiting
}

/** What makes events of bookings, and of customers who wait for one, happen. */
export const BOOKING_RECIPES = {
  'booking.created': booking,
  async 'booking.updated'(stage: Stage) {
    const path = { id: (await booking(stage)).id }
    const body = { notes: 'Changed by usher trigger' }
    return (await stage.usher.PATCH('/api/bookings/{id}', { params: { path }, body })).data
  },
  async 'booking.cancelled'(stage: Stage) {
    const path = { id: (await booking(stage)).id }
    return (await stage.usher.POST('/api/bookings/{id}/cancel', { params: { path }, body: {} })).data
  },
  'booking_series.created': series,
  async 'booking_series.cancelled'(stage: Stage) {
    const path = { id: (await series(stage)).id }
    return (await stage.usher.POST('/api/booking-series/{id}/cancel', { params: { path }, body: {} })).data
  },
  'standby.added': standby,
  'standby.offered': offer,
  async 'standby.booked'(stage: Stage) {
    const { id, token } = await offer(stage)
    await ofCustomer(stage, `/public/standby/${token}/accept`)
    const [made] = (await stage.usher.GET('/api/standbys', { params: { query: { status: 'booked' } } })).data
      .data
    const path = { id: made?.booking_id ?? '' }
    const cancel = () => stage.usher.POST('/api/bookings/{id}/cancel', { params: { path }, body: {} })
    stage.clear(() => cancel().catch(unlessOver))
    return { id }
  },
  async 'standby.ended'(stage: Stage) {
    const { id, end } = await standby(stage)
    await end()
    return { id }
  },
} as const
