import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { apiClient, type Client, clientToken, openClient, type Receiver, until } from '@usher/test-kit'
import type { Project } from './project.ts'

/** The credentials that the demo organisation's job prints. */
export interface Demo {
  readonly email: string
  readonly api_key: string
  readonly oauth: { readonly client_id: string; readonly client_secret: string }
}

/** Calls the API, asserts the status of the response and returns its body. */
// biome-ignore lint/suspicious/noExplicitAny: the walk looks into bodies of every shape
type Call = (status: number, method: string, path: string, body?: object) => Promise<any>

const DAY_MS = 86_400_000
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

const expecting =
  (client: Client): Call =>
  async (status, method, path, body) => {
    const answer = await client(method, path, { body })
    assert.equal(answer.status, status, `${method} ${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }

/** Does what a venue does in its first hour, through the published port alone. Returns the queue it leaves behind. */
export async function walk({ url, mailUrl }: Project, demo: Demo, receiver: Receiver): Promise<string> {
  const call = expecting(apiClient(url, demo.api_key))
  const own = expecting(openClient(url))
  const queue = await addsGuest(call, receiver)
  await followsGuest(call, own, queue)
  await books(expecting(apiClient(url, await clientToken(url, demo.oauth))))
  await mails(own, mailUrl, demo.email)
  await opensPages(url)
  return queue
}

/** Adds a guest and checks that the webhook arrives with a valid signature. */
async function addsGuest(call: Call, receiver: Receiver): Promise<string> {
  const endpoint = await call(201, 'POST', '/v1/webhook-endpoints', {
    url: receiver.url,
    event_types: ['guest.*'],
  })
  const queue = await call(201, 'POST', '/v1/queues', { name: 'Front desk' })
  const guest = { name: 'Ada', phone: '+14155552671', party_size: 2 }
  const added = await call(201, 'POST', `/v1/queues/${queue.id}/guests`, guest)
  assert.equal(added.position, 1, 'the first guest has the first place')
  const hook = await until('guest.added', () =>
    receiver.received.find(({ raw }) => JSON.parse(raw.toString()).event === 'guest.added'),
  )
  const signature = createHmac('sha256', endpoint.secret).update(hook.raw).digest('hex')
  assert.equal(hook.headers['x-service-signature'], signature, 'the delivery is signed with the secret')
  return queue.id
}

/** Checks that the guest's own page follows what staff do. */
async function followsGuest(call: Call, own: Call, queue: string): Promise<void> {
  const guest = (await call(200, 'GET', `/v1/queues/${queue}/guests`)).data[0]
  const path = `/public/guests/${new URL(guest.status_url).pathname.split('/').at(-1)}`
  assert.equal((await own(200, 'GET', path)).status, 'waiting', 'the guest sees the place')
  await call(200, 'POST', `/v1/guests/${guest.id}/notify`)
  await until('the call on the own page', async () => (await own(200, 'GET', path)).status === 'notified')
  await until('the message of the call', async () => {
    const { data } = await call(200, 'GET', `/v1/notifications?guest_id=${guest.id}`)
    return data.some(({ status }: { status: string }) => ['sent', 'delivered'].includes(status))
  })
}

/** Books an offered time and checks that it is not offered again. */
async function books(call: Call): Promise<void> {
  const weekly_hours = WEEK.map((day) => ({ day, start: '00:00', end: '00:00' }))
  const provider = await call(201, 'POST', '/api/providers', {
    name: 'Grace',
    timezone: 'UTC',
    weekly_hours,
  })
  const type = { name: 'Cut', duration_minutes: 30, provider_ids: [provider.id] }
  const { id: service_type_id } = await call(201, 'POST', '/api/service-types', type)
  const from = new Date(Math.ceil(Date.now() / DAY_MS + 2) * DAY_MS)
  const to = new Date(from.getTime() + DAY_MS / 24)
  const wish = `service_type_id=${service_type_id}&from=${from.toISOString()}&to=${to.toISOString()}`
  const free = async () => (await call(200, 'GET', `/api/availability?${wish}`)).data
  const before = await free()
  const customer = { name: 'Ada', phone: '+14155552671' }
  const booking = { service_type_id, start: before[0].start, customer }
  const { status } = await call(201, 'POST', '/api/bookings', booking)
  assert.equal(status, 'confirmed', 'a free time can be booked')
  assert.equal((await free()).length, before.length - 1, 'a booked time is not offered')
  await call(409, 'POST', '/api/bookings', booking)
}

/** Checks that mail reaches the mail server, which accepts it over TLS only. */
async function mails(own: Call, mailUrl: string, email: string): Promise<void> {
  await own(202, 'POST', '/account/password-reset', { email })
  await until('the mail', async () => {
    const answer = await fetch(`${mailUrl}/api/v1/messages`)
    const { messages } = (await answer.json()) as { messages: { To: { Address: string }[] }[] }
    return messages.some(({ To }) => To.some(({ Address }) => Address === email))
  })
}

/** Checks that the gateway's image has the dashboard, with its scripts, and the documentation. */
async function opensPages(url: string): Promise<void> {
  const textOf = async (path: string) => {
    const answer = await fetch(url + path, { headers: { accept: 'text/html,*/*' } })
    assert.equal(answer.status, 200, `GET ${path}`)
    return await answer.text()
  }
  const [, script] = /<script[^>]* src="([^"]+)"/.exec(await textOf('/')) ?? []
  assert(script, 'the dashboard has a script')
  await textOf(script)
  await textOf('/docs')
}
