import { randomInt } from 'node:crypto'
import type { Booking, CloudEvent, Standby } from '@usher/contracts'
import { CLIENT_ADDRESS_HEADER, signCaller } from '@usher/service-kit'
import { type Answer, type Client, serviceClient, until } from '@usher/test-kit'
import { accepted, at, givenProvider, givenServiceType, type Harness, startHarness } from './harness.ts'
import { startProcess } from './replica-process.ts'
import { daily, somebody } from './standby-values.ts'

interface Size {
  readonly cancellations: number
  readonly standbys: number
  readonly kills: number
  /** Of full days. */
  readonly providers: number
}

/** Full days, from the day after tomorrow. */
const DAYS = 10
const SLOTS_A_DAY = 8
/** Longest time until all that is free is offered, in ms. */
const SETTLE_MS = 120_000
/** What ends so soon may be over before it is asked for, in ms. */
const SOON_MS = 5_000
/** Requests under way at once. */
const AT_ONCE = 8

type Told = Standby & { readonly status_url: string }

/**
 * Cancels bookings at random on full days, while customers wait for times there, take offers, leave, or let them lie, and
 * a replica is killed again and again. What nobody took at once is taken in the end.
 */
export async function storm({ cancellations, standbys, kills, providers }: Size) {
  await using harness = await startHarness()
  const world = await fullDays(harness, providers)
  const outcome = { offers: 0, refused: [] as unknown[], cancelled: 0, left: 0, kills: 0 }
  /** Offers that were let lie, by standby. */
  const lying = new Map<string, { readonly path: string; readonly end: string }>()
  const bookable = world.bookings
  const act = async ({ id, status_url, offer }: Told) => {
    outcome.offers += 1
    const path = `/public/standby/${status_url.split('/').at(-1)}`
    const chance = randomInt(10)
    if (chance === 0 && offer) return lying.set(id, { path, end: offer.offered_until })
    lying.delete(id)
    if (chance === 1) {
      outcome.left += 1
      return await world.open('DELETE', path)
    }
    return await take(path)
  }
  const take = async (path: string) => {
    const answer = await world.open('POST', `${path}/accept`)
    if (answer.status !== 200) outcome.refused.push([path, answer.status, answer.body.code])
    // Somebody else takes their place, as long as the storm lasts.
    if (outcome.cancelled < cancellations) await world.join()
  }
  const seen = new Set<string>()
  const told: Told[] = []
  const watch = () => {
    for (const event of harness.events.events) {
      if (seen.has(event.id)) continue
      seen.add(event.id)
      if (event.type === 'standby.offered') told.push(event.data as Told)
      if (event.type === 'booking.created') bookable.push((event.data as Booking).id)
    }
  }
  await inTurns(standbys, world.join)
  const every = Math.ceil(cancellations / (kills + 1))
  let dying = await startProcess(harness)
  await using _ended = { [Symbol.asyncDispose]: () => dying.kill() }
  let replaced = Promise.resolve()
  // One after the other: those who cancel do not wait for each other, and each replica must be ended.
  const replaceReplica = () => {
    replaced = replaced.then(async () => {
      await dying.kill()
      dying = await startProcess(harness)
      outcome.kills += 1
    })
    return replaced
  }
  await inTurns(cancellations, async (i) => {
    if (i > 0 && i % every === 0) await replaceReplica()
    const id = await until('a booking', async () => {
      watch()
      for (const one of told.splice(0, 2)) await act(one)
      return bookable.splice(randomInt(Math.max(1, bookable.length)), 1)[0]
    })
    await cancelAt(i % 2 === 0 ? dying.url : harness.service.url, id)
    outcome.cancelled += 1
  })
  const settled = async () => {
    await harness.service.jobs.standby.run()
    watch()
    const now = told.splice(0)
    await inTurns(now.length, (i) => act(now[i] as Told))
    return now.length === 0 && (await world.pending(lying)) === 0
  }
  await until('all to be offered', settled, SETTLE_MS)
  for (const { path, end } of lying.values()) if (Date.parse(end) > Date.now() + SOON_MS) await take(path)
  await until('all to be offered again', settled, SETTLE_MS)
  return { ...outcome, ...(await world.look()), events: harness.events.events }

  async function cancelAt(url: string, id: string): Promise<void> {
    const cancel = (at_: string) => harness.client({}, at_)('POST', `/api/bookings/${id}/cancel`)
    // A killed replica answers nothing, but may have done it.
    const answer: Answer = await cancel(url).catch(() => cancel(harness.service.url))
    if (answer.status !== 200 && answer.body.code !== 'invalid_transition')
      throw new Error(JSON.stringify(answer.body))
  }
}

/** Does something many times, some at once. */
async function inTurns(times: number, work: (i: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const lane = async () => {
    while (next < times) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

const slotsOf = (day: number) =>
  Array.from({ length: SLOTS_A_DAY }, (_, i) =>
    at(`${String(9 + Math.floor(i / 2)).padStart(2, '0')}:${i % 2 ? '30' : '00'}`, day),
  )
const dayOf = (i: number) => 2 + (i % DAYS)

/** Providers whose days are full, and how customers wait for a time there. */
async function fullDays(harness: Harness, providers: number) {
  const api = harness.client()
  const weekly_hours = daily('09:00', '13:00')
  const provider_ids = await Promise.all(
    Array.from({ length: providers }, async () => (await givenProvider(api, { weekly_hours })).id),
  )
  const type = await givenServiceType(api, { provider_ids, online_booking: {} })
  const slug = `storm-${Date.now()}`
  await accepted(api('PATCH', '/api/booking-page', { body: { slug } }))
  const open: Client = (method, path, options = {}) => {
    // Everybody has an address of their own.
    const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
    const client = serviceClient(harness.service.url, () => signCaller(null, harness.callers.privateKey))
    return client(method, path, { ...options, headers: { [CLIENT_ADDRESS_HEADER]: address } })
  }
  const places = provider_ids.flatMap((provider_id) =>
    Array.from({ length: DAYS }, (_, i) => slotsOf(dayOf(i)).map((start) => ({ provider_id, start }))).flat(),
  )
  const bookings: string[] = []
  await inTurns(places.length, async (i) => {
    const body = { service_type_id: type.id, ...places[i], customer: somebody() }
    bookings.push((await accepted(harness.client()('POST', '/api/bookings', { body }))).id)
  })
  const join = async () => {
    const days = Array.from({ length: 1 + randomInt(3) }, () => dayOf(randomInt(DAYS)))
    const windows = days.map((day) => ({
      from: at('09:00', day),
      to: at(randomInt(2) ? '11:00' : '13:00', day),
    }))
    const chosen = randomInt(3) === 0 && { provider_id: provider_ids[randomInt(providers)] }
    const body = { service_type_id: type.id, windows, customer: somebody(), ...chosen }
    return await accepted(open('POST', `/public/book/${slug}/standby`, { body }))
  }
  const all = async <T>(path: string): Promise<T[]> => {
    const found: T[] = []
    for (let cursor = ''; ; ) {
      const { body } = await harness.client()('GET', `${path}&limit=100${cursor}`)
      found.push(...body.data)
      if (!body.next_cursor) return found
      cursor = `&cursor=${body.next_cursor}`
    }
  }
  const free = async (providerId: string | null) => {
    const query = `service_type_id=${type.id}&from=${at('00:00', 2)}&to=${at('00:00', 2 + DAYS)}`
    const of = providerId ? `&provider_id=${providerId}` : ''
    const { data } = await accepted(harness.client()('GET', `/api/availability?${query}${of}`))
    return data as { start: string; end: string }[]
  }
  /** Those who wait although something that suits them is free. */
  const forgotten = async (): Promise<Standby[]> => {
    const waiting = await all<Standby>('/api/standbys?status=waiting')
    const byProvider = new Map<string | null, Awaited<ReturnType<typeof free>>>()
    for (const id of [null, ...provider_ids]) byProvider.set(id, await free(id))
    return waiting.filter(({ provider_id, windows }) =>
      byProvider
        .get(provider_id)
        ?.some(({ start, end }) => windows.some(({ from, to }) => start >= from && end <= to)),
    )
  }
  const look = async () => ({
    booked: await all<Booking>('/api/bookings?status=confirmed'),
    live: await all<Standby>('/api/standbys?status=offered'),
    forgotten: await forgotten(),
  })
  /** Standbys that still get an offer, or whose customers have not heard of theirs. */
  const pending = async (heard: ReadonlyMap<string, unknown>) => {
    const live = await all<Standby>('/api/standbys?status=offered')
    return live.filter(({ id }) => !heard.has(id)).length + (await forgotten()).length
  }
  return { bookings, join, open, look, pending }
}

/** Offers of one standby that were made while another was live, by the order of its events. */
export function doubleOffers(events: readonly CloudEvent[]): string[] {
  const byStandby = Map.groupBy(
    events.filter(({ type }) => type.startsWith('standby.')),
    ({ subject }) => subject,
  )
  return [...byStandby].flatMap(([id, all]) => {
    const types = all.toSorted((a, b) => a.sequence - b.sequence).map(({ type }) => type)
    return types.some((type, i) => type === 'standby.offered' && types[i - 1] === type) ? [id] : []
  })
}
