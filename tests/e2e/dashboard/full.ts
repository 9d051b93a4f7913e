import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Client, dayAhead, sessionClient, startReceiver, until } from '@usher/test-kit'
import { made } from '../made.ts'
import type { Usher } from '../stack.ts'
import type { KnownPage } from './pages.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const weekly_hours = WEEK.map((day) => ({ day, start: '08:00', end: '18:00' }))
const OFFERED = { slot_step_minutes: 30, capacity: 3 }

const ONLINE = {
  online_booking: {
    questions: [{ key: 'allergies', label: 'Any allergies?', type: 'text', required: false }],
    ...{ max_visits: 4, cancel_until_minutes: 1_440 },
  },
}

interface Full extends AsyncDisposable {
  /** Detail pages. */
  readonly pages: readonly KnownPage[]
}

/**
 * Fills the demo organisation with what a working one has besides queues: people, messages, bookings, webhooks,
 * requests.
 */
export async function fillOrganization(usher: Usher): Promise<Full> {
  const owner = await sessionClient(usher.stack.url, usher.demo)
  const receiver = await startReceiver()
  for (const [path, body, status] of THINGS) await made(owner, path, body, status)
  await giveBrand(owner)
  return {
    pages: [
      { name: 'booking-open', path: `/bookings?booking=${await busyDay(owner)}`, shown: 'Bookings' },
      {
        name: 'webhook-endpoint',
        path: `/settings/webhooks/${await busyEndpoint(owner, receiver)}`,
        shown: 'Webhook endpoint',
      },
    ],
    [Symbol.asyncDispose]: () => receiver[Symbol.asyncDispose](),
  }
}

const THINGS: readonly (readonly [path: string, body: object, status?: number])[] = [
  ['/account/invitations', { email: 'grace@example.com', role: 'host' }],
  ['/account/privacy-requests', { kind: 'export', subject: { email: 'guest@example.com' } }, 202],
  ['/v1/notifications/opt-outs', { to: '+14155552671' }],
  ['/v1/notifications/templates', { name: 'Terrace', text: 'Hi {{ guest_name }}, the terrace is open.' }],
  ['/v1/webhook-endpoints', { url: 'https://till.example.com/usher', description: 'Till', enabled: false }],
]

async function giveBrand(owner: Client): Promise<void> {
  const body = { address: '12 Harbour Street\nPortsmouth', phone: '+442392000000', brand_color: '#b23a48' }
  await owner('PATCH', '/account/organization', { body })
  const data = await readFile(new URL('logo.png', import.meta.url), 'base64')
  await owner('PUT', '/account/organization/logo', { body: { data } })
}

/** Bookings of several lengths and states on one day, some overlapping; returns one of them. */
async function busyDay(owner: Client): Promise<string> {
  const provider = async (name: string) =>
    (await made(owner, '/api/providers', { name, timezone: 'Europe/London', weekly_hours })).id
  const provider_ids = [await provider('Barbara'), await provider('Edsger')]
  const type = async (name: string, duration_minutes: number) =>
    (await made(owner, '/api/service-types', { name, duration_minutes, ...OFFERED, ...ONLINE, provider_ids }))
      .id
  const [cut, colour] = [await type('Cut', 30), await type('Colour and cut', 120)]
  const day = dayAhead(2)
  const book = async (service_type_id: string, provider: 0 | 1, hour: string, name: string) => {
    const [provider_id, start] = [provider_ids[provider], `${day}T${hour}:00Z`]
    const customer = { name, phone: '+14155552671' }
    return (await made(owner, '/api/bookings', { service_type_id, provider_id, start, customer })).id
  }
  await book(colour, 0, '09:00', 'Ada Lovelace')
  await book(cut, 0, '11:00', 'Wilhelmina Featherstonehaugh-Cholmondeley of Longthorpe')
  await book(cut, 0, '11:00', 'Grace Hopper')
  await book(cut, 1, '10:30', 'زهرا')
  const cancelled = await book(cut, 1, '14:00', 'Konrad Zuse')
  await made(owner, `/api/bookings/${cancelled}/cancel`, { reason: 'Ill' }, 200)
  await bookOnline(owner, cut, day)
  return await book(colour, 1, '12:00', 'Edsger Dijkstra')
}

/** A booking page, with a series of bookings and customers on standby. */
async function bookOnline(owner: Client, service_type_id: string, day: string): Promise<void> {
  const slug = `bistro-${randomUUID().slice(0, 8)}`
  await owner('PATCH', '/api/booking-page', { body: { slug, embed_sites: ['https://www.bistro.example'] } })
  const customer = { name: 'Annie Easley', email: 'annie@example.com' }
  const visits = {
    services: [{ service_type_id }],
    start: `${day}T16:00:00Z`,
    recurrence: 'FREQ=WEEKLY;COUNT=4',
  }
  await made(owner, '/api/booking-series', { ...visits, customer })
  const windows = [8, 30].map((hours) => {
    const from = Date.parse(`${day}T00:00:00Z`) + hours * 3_600_000
    return { from: new Date(from).toISOString(), to: new Date(from + 4 * 3_600_000).toISOString() }
  })
  for (const name of ['Hedy Lamarr', 'Wilhelmina Featherstonehaugh-Cholmondeley of Longthorpe']) {
    const answers = { allergies: 'Nuts' }
    const waiting = { service_type_id, windows, customer: { ...customer, name }, answers }
    await made(owner, `/public/book/${slug}/standby`, waiting)
  }
}

/** An endpoint with accepted deliveries and a failed one. */
async function busyEndpoint(owner: Client, receiver: Awaited<ReturnType<typeof startReceiver>>) {
  const { id } = await made(owner, '/v1/webhook-endpoints', { url: receiver.url, description: 'Kitchen' })
  receiver.answers.push(500)
  const queue = await made(owner, '/v1/queues', { name: 'Counter' })
  for (const name of ['Ada', 'Grace', 'Edsger']) await made(owner, `/v1/queues/${queue.id}/guests`, { name })
  await until('the deliveries', () => receiver.received.length >= 4)
  return id
}
