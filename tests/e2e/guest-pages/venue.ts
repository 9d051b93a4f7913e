import { apiClient, type Client, dayAhead, sessionClient } from '@usher/test-kit'
import { made } from '../made.ts'
import type { Usher } from '../stack.ts'

/** A name that does harm if interpreted as markup, using only characters allowed in guests' names. */
export const EVIL = `<img src=x onerror="document['title']='hacked'">"'><b>`

/** Custom fields of the join form. */
export const CUSTOM_FIELDS = [
  { key: 'seat', label: 'Where?', type: 'choice', required: true, options: ['In', 'Out'], public: true },
]

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** Path of an absolute address. */
export const pathOf = (url: string): string => new URL(url).pathname

/** A venue with a queue that guests may join, as its staff see it. */
export async function givenVenue({ stack, demo }: Usher, settings: object = {}) {
  const api = apiClient(stack.url, demo.api_key)
  const { body: queue } = await api('POST', '/v1/queues', {
    body: { name: 'Terrace', public_join: true, ...settings },
  })
  const joinPath = pathOf(queue.join_url)
  return {
    ...{ api, queueId: queue.id as string, joinPath },
    displayPath: joinPath.replace('/join/', '/display/'),
    /** Adds a guest; returns their id and the path of their page. */
    async guest(name = 'Ada', more: object = {}) {
      const { body } = await api('POST', `/v1/queues/${queue.id}/guests`, { body: { name, ...more } })
      return { id: body.id as string, path: pathOf(body.status_url) }
    },
    guests: async () => (await api('GET', `/v1/queues/${queue.id}/guests`)).body.data,
  }
}

/** A booking in three days at 10 o'clock, with the path of its page. */
export async function givenBooking({
  stack,
  demo,
}: Usher): Promise<{ path: string; owner: Client; id: string }> {
  const owner = await sessionClient(stack.url, demo)
  const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '12:00' }))
  const provider = await made(owner, '/api/providers', { name: 'Grace', timezone: 'UTC', weekly_hours })
  const type = { name: 'Haircut', duration_minutes: 30, provider_ids: [provider.id] }
  const { id: service_type_id } = await made(owner, '/api/service-types', type)
  const start = `${dayAhead(3)}T10:00:00Z`
  const booking = await made(owner, '/api/bookings', { service_type_id, start, customer: { name: 'Ada' } })
  return { path: pathOf(booking.manage_url), owner, id: booking.id }
}
