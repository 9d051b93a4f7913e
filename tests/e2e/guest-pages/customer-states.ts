import { randomUUID } from 'node:crypto'
import { dayAhead, until } from '@usher/test-kit'
import { made } from '../made.ts'
import type { Usher } from '../stack.ts'
import { type GivenBookingPage, givenBookingPage } from './booking-page.ts'
import { codeSentTo } from './codes.ts'
import { givenTaken } from './own-check-in.ts'
import { type GuestPage, inLanguages, LANGUAGES } from './states.ts'
import { pathOf } from './venue.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
const QUESTION = { key: 'first', label: 'This is my first visit', type: 'boolean', required: false }

/** One hour ahead of UTC all year: the times below are valid in summer, too. */
const ZONE = 'Africa/Algiers'

/** Pages of customers on standby, of their bookings, and of those who check in, in each of their states. */
export async function customerPages(usher: Usher): Promise<GuestPage[]> {
  const given = await givenBookingPage(usher, {
    // One time a day, so that a day is full with one booking.
    provider: {
      ...{ name: 'Grace Hopper', timezone: ZONE },
      weekly_hours: WEEK.map((day) => ({ day, start: '09:00', end: '09:45' })),
    },
    service: { duration_minutes: 45, online_booking: { questions: [QUESTION] } },
  })
  return [...(await standbys(usher, given)), ...(await mine(usher, given)), ...(await arrivals(usher))]
}

/** Asks the public API as a customer's program would. */
async function ask({ stack }: Usher, path: string, body: object) {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
  const answer = await fetch(stack.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Record<string, string>
}

/** An offer stands for ten minutes: after that, its page shows the standby waiting. */
async function standbys(usher: Usher, given: GivenBookingPage): Promise<GuestPage[]> {
  const { owner, slug, serviceId, servicePath } = given
  const booked = await bookAll(given, [3, 4, 5])
  const join = async (...days: number[]) => {
    const windows = days.map((day, i) => ({
      from: `${dayAhead(day)}T0${i}:00:00+01:00`,
      to: `${dayAhead(day)}T18:00:00+01:00`,
    }))
    const customer = { name: 'Ada Lovelace', email: `${randomUUID()}@example.com` }
    const body = { service_type_id: serviceId, windows, customer }
    const { status_url = '' } = await ask(usher, `/public/book/${slug}/standby`, body)
    return pathOf(status_url)
  }
  const [waiting, offered, left, removed] = [await join(4, 5), await join(3), await join(5), await join(4)]
  await owner('POST', `/api/bookings/${booked[0]}/cancel`)
  await until('the offer', async () => (await statusOf(usher, offered)) === 'offered')
  await fetch(`${usher.stack.url}/public${left}`, { method: 'DELETE' })
  const wrong = { 'date-1': dayAhead(3), 'from-1': '12:00', 'until-1': '09:00', name: 'Ada' }
  const { data } = (await owner('GET', `/api/standbys?service_type_id=${serviceId}`)).body
  await owner('DELETE', `/api/standbys/${data.at(-1).id}`)
  return [
    ...inLanguages({ name: 'standby-form', path: `${servicePath}/standby?date=${dayAhead(3)}` }),
    { name: 'standby-faults', path: `${servicePath}/standby`, form: { ...wrong, action: 'wait' } },
    ...inLanguages({ name: 'standby-waiting', path: waiting }),
    ...inLanguages({ name: 'standby-offered', path: offered }),
    { name: 'standby-left', path: left },
    ...inLanguages({ name: 'standby-removed', path: removed }),
    { name: 'standby-unknown', path: '/standby/nothing' },
  ]
}

async function bookAll({ owner, serviceId }: GivenBookingPage, days: number[], customer = { name: 'Bob' }) {
  const ids: string[] = []
  for (const day of days) {
    const start = `${dayAhead(day)}T09:00:00+01:00`
    ids.push((await made(owner, '/api/bookings', { service_type_id: serviceId, start, customer })).id)
  }
  return ids
}

async function statusOf({ stack }: Usher, path: string): Promise<string> {
  return ((await (await fetch(`${stack.url}/public${path}`)).json()) as { status: string }).status
}

async function mine(usher: Usher, given: GivenBookingPage): Promise<GuestPage[]> {
  const { owner, slug, path } = given
  const [ada, nobody] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
  const [, second] = await bookAll(given, [10, 11], { name: 'Ada Lovelace', ...{ email: ada } })
  await owner('POST', `/api/bookings/${second}/cancel`)
  const session = async (email: string) => {
    const { token: code_token } = await ask(usher, `/public/book/${slug}/codes`, { email })
    const code = await codeSentTo(given, email)
    const body = { email, code, code_token }
    const { token = '' } = await ask(usher, `/public/book/${slug}/sessions`, body)
    return `${path}/mine/${token}`
  }
  const wrong = { contact: ada, code: '000000', action: 'book' }
  return [
    ...inLanguages({ name: 'mine', path: `${path}/mine` }),
    { name: 'mine-over', path: `${path}/mine?over=1` },
    { name: 'mine-faults', path: `${path}/mine`, form: { contact: 'nonsense', action: 'code' } },
    ...inLanguages({ name: 'mine-list', path: await session(ada) }),
    { name: 'mine-empty', path: await session(nobody) },
    ...inLanguages({ name: 'code', path: `${path}/mine` }).map((page) => ({ ...page, form: wrong })),
  ]
}

async function arrivals(usher: Usher): Promise<GuestPage[]> {
  const { join, link } = await givenTaken(usher)
  const arrived = { name: 'join-arrived', path: `${join}/check-in`, form: { contact: link } }
  return [
    ...inLanguages({ name: 'join-with-booking', path: join }),
    { name: 'join-no-booking', path: `${join}/check-in`, form: { contact: 'nobody@example.com' } },
    arrived,
    ...LANGUAGES.map((locale) => ({
      ...{ ...arrived, name: `${arrived.name}-${locale}` },
      form: { ...arrived.form, locale },
    })),
  ]
}
