import { createHmac } from 'node:crypto'
import { type Call, caller, type Demo, partnerToken } from './api.ts'
import type { Project } from './project.ts'
import type { startReceiver } from './receiver.ts'
import { assert } from './run.ts'
import { until } from './until.ts'

type Receiver = Awaited<ReturnType<typeof startReceiver>>

const DAY_MS = 86_400_000
const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']

/** Does what a venue does in its first hour, through the published port alone. Returns the queue it leaves behind. */
export async function walk(project: Project, demo: Demo, receiver: Receiver): Promise<string> {
  const call = caller(project.url, demo.api_key)
  const queue = await addsGuest(call, receiver)
  await followsGuest(project, call, queue)
  await books(caller(project.url, await partnerToken(project.url, demo)))
  await mails(project, demo.email)
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
  assert(added.position === 1, 'the first guest has the first place')
  const hook = await until('guest.added', async () =>
    receiver.received.find(({ body }) => JSON.parse(body.toString()).event === 'guest.added'),
  )
  const signature = createHmac('sha256', endpoint.secret).update(hook.body).digest('hex')
  assert(hook.headers['x-service-signature'] === signature, 'the delivery is signed with the secret')
  return queue.id
}

/** Checks that the guest's own page follows what staff do. */
async function followsGuest(project: Project, call: Call, queue: string): Promise<void> {
  const guest = (await call(200, 'GET', `/v1/queues/${queue}/guests`)).data[0]
  const token = new URL(guest.status_url).pathname.split('/').at(-1)
  const own = caller(project.url)
  assert((await own(200, 'GET', `/public/guests/${token}`)).status === 'waiting', 'the guest sees the place')
  await call(200, 'POST', `/v1/guests/${guest.id}/notify`)
  await until('the call on the own page', async () => {
    return (await own(200, 'GET', `/public/guests/${token}`)).status === 'notified'
  })
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
  const free = () => call(200, 'GET', `/api/availability?${wish}`)
  const before = (await free()).data
  const customer = { name: 'Ada', phone: '+14155552671' }
  const booking = { service_type_id, start: before[0].start, customer }
  assert(
    (await call(201, 'POST', '/api/bookings', booking)).status === 'confirmed',
    'a free time can be booked',
  )
  assert((await free()).data.length === before.length - 1, 'a booked time is not offered')
  await call(409, 'POST', '/api/bookings', booking)
}

/** Checks that mail reaches the mail server, which accepts it over TLS only. */
async function mails(project: Project, email: string): Promise<void> {
  await caller(project.url)(202, 'POST', '/account/password-reset', { email })
  await until('the mail', async () => {
    const answer = await fetch(`${project.mailUrl}/api/v1/messages`)
    const { messages } = (await answer.json()) as { messages: { To: { Address: string }[] }[] }
    return messages.some(({ To }) => To.some(({ Address }) => Address === email))
  })
}
