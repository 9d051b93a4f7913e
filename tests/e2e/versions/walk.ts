import { MINUTE_MS } from '@usher/service-kit/durations'
import { type Client, type Receiver, until } from '@usher/test-kit'
import { inThreeDays } from '../isolation/resources.ts'
import { made } from '../made.ts'
import { Transcript } from './golden.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const weekly_hours = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))
const customer = { name: 'Ada', phone: '+14155552671' }

/** A customer's view of their booking, by the path of its page. */
const pathOf = (manageUrl: string): string =>
  `/public/bookings/${new URL(manageUrl).pathname.split('/').at(-1)}`

/** Walks through what differs between versions; returns everything that was answered and delivered. */
export async function walk(owner: Client, guest: Client, receiver: Receiver): Promise<string> {
  const transcript = new Transcript()
  const step = (client: Client) => async (method: string, path: string, body?: object) => {
    const answer = await client(method, path, body && { body })
    const [place = '', query = ''] = path.split('?')
    const title = `${method} ${place.replace(/bookings\/[\w-]{40,}/, 'bookings/<token>')}`
    transcript.add(`${title}${query && '?…'} ${answer.status}`, JSON.stringify(answer.body))
    return answer.body
  }
  const { ask, see } = { ask: step(owner), see: step(guest) }

  const event_types = ['booking.*', 'booking_series.*']
  await made(owner, '/v1/webhook-endpoints', { url: receiver.url, event_types })

  const grace = await ask('POST', '/api/providers', {
    name: 'Grace',
    time_zone: 'Europe/Berlin',
    weekly_hours,
  })
  const linus = await ask('POST', '/api/providers', { name: 'Linus', timezone: 'Europe/Paris' })
  await ask('POST', '/api/providers', { name: 'Both', timezone: 'UTC', time_zone: 'Europe/Rome' })
  await ask('POST', '/api/providers', { name: 'Far', time_zone: 'Mars/Olympus' })
  await ask('POST', '/api/providers', { name: 'Far', timezone: 'Mars/Olympus' })
  await ask('PATCH', `/api/providers/${linus.id}`, { time_zone: 'UTC' })
  await ask('PATCH', `/api/providers/${linus.id}`, { time_zone: 7 })
  await ask('GET', `/api/providers/${linus.id}`)
  await owner('DELETE', `/api/providers/${linus.id}`)

  const type = { name: 'Cut', duration_minutes: 30, provider_ids: [grace.id] }
  const { id: service_type_id } = await ask('POST', '/api/service-types', type)
  const from = inThreeDays()
  const at = (minutes: number) => new Date(Date.parse(from) + minutes * MINUTE_MS).toISOString()
  const free = (zone: string) => new URLSearchParams({ service_type_id, from, to: at(60), time_zone: zone })
  await ask('GET', `/api/availability?${free('Europe/Berlin')}`)
  await ask('GET', `/api/availability?${free('Mars/Olympus')}`)
  await ask('GET', `/api/availability/first?${new URLSearchParams({ service_type_id, time_zone: 'UTC' })}`)

  const booking = await ask('POST', '/api/bookings', { service_type_id, start: from, customer })
  await ask('GET', `/api/bookings/${booking.id}`)
  await ask('PATCH', `/api/bookings/${booking.id}`, { start: at(30) })
  await ask('GET', `/api/bookings?${new URLSearchParams({ service_type_id, time_zone: 'UTC' })}`)
  await ask('GET', `/api/bookings?${new URLSearchParams({ service_type_id })}`)
  const own = pathOf(booking.manage_url)
  await see('GET', own)
  await see('GET', `${own}/times?${new URLSearchParams({ from, to: at(60), time_zone: 'UTC' })}`)
  await see('POST', `${own}/move`, { start: at(60) })
  await see('POST', `${own}/cancel`, {})
  await ask('GET', `/api/bookings/${booking.id}`)

  const services = [{ service_type_id }]
  const weekly = { services, start: at(120), recurrence: 'FREQ=WEEKLY;COUNT=2', timezone: 'UTC', customer }
  const series = await ask('POST', '/api/booking-series', weekly)
  await ask('GET', `/api/booking-series/${series.id}`)
  await ask('POST', `/api/booking-series/${series.id}/cancel`, {})

  await until('all deliveries', () => receiver.received.length === 10)
  const deliveries = receiver.received.map(({ raw }) => raw.toString())
  // Different resources have no common order.
  for (const text of deliveries.sort(inOrder)) transcript.add('webhook', text)
  return transcript.toString()
}

const inOrder = (one: string, other: string): number => keyOf(one).localeCompare(keyOf(other))

function keyOf(text: string): string {
  const { event, data } = JSON.parse(text)
  return `${event} ${data.start}`
}
