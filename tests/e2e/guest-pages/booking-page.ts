import { randomUUID } from 'node:crypto'
import { type Client, dayAhead, sessionClient } from '@usher/test-kit'
import mongoose from 'mongoose'
import { made } from '../made.ts'
import type { Usher } from '../stack.ts'

const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const DAY_MS = 86_400_000

interface Setting {
  /** Of the service type. */
  readonly service?: object
  readonly provider?: object
  /** More service types, by name. */
  readonly others?: readonly string[]
  readonly embed_sites?: readonly string[]
}

/** A booking page on which a haircut can be booked online, every day from 9 to 12 (UTC), with Grace. */
export async function givenBookingPage({ stack, demo }: Usher, setting: Setting = {}) {
  const { service = {}, provider = {}, others = [], embed_sites = [] } = setting
  const owner: Client = await sessionClient(stack.url, demo)
  await forgetUses(stack)
  const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '12:00' }))
  const hours = { name: 'Grace', timezone: 'UTC', weekly_hours, ...provider }
  const { id: providerId } = await made(owner, '/api/providers', hours)
  await hideOthers(owner)
  // From tomorrow on: times of today could pass while a test runs.
  const notice = { min_notice_minutes: Math.ceil((DAY_MS - (Date.now() % DAY_MS)) / 60_000) }
  const type = { duration_minutes: 30, provider_ids: [providerId], online_booking: {}, ...notice }
  const { id: serviceId } = await made(owner, '/api/service-types', { name: 'Haircut', ...type, ...service })
  for (const name of others) await made(owner, '/api/service-types', { ...type, name })
  const slug = `salon-${randomUUID().slice(0, 13)}`
  const answer = await owner('PATCH', '/api/booking-page', { body: { slug, embed_sites } })
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  const path = `/book/${slug}`
  return {
    ...{ owner, slug, serviceId: serviceId as string, providerId: providerId as string, path },
    servicePath: `${path}/${serviceId}`,
    /** The form, with a time that was kept until the year 2000. */
    detailsPath: `${path}/${serviceId}/details?${new URLSearchParams({
      ...{ hold: 'hld_x', start: `${dayAhead(1)}T10:00:00Z`, until: '2000-01-01T00:00:00Z' },
      provider: providerId,
    })}`,
    bookings: async () =>
      (await owner('GET', `/api/bookings?service_type_id=${serviceId}`)).body.data.filter(
        (booking: { service_type_id: string }) => booking.service_type_id === serviceId,
      ),
  }
}

/** Takes what can be booked online from the page: an organisation has one page for all tests of a file. */
async function hideOthers(owner: Client): Promise<void> {
  const { body } = await owner('GET', '/api/service-types?limit=100')
  for (const { id, online_booking } of body.data) {
    if (online_booking) await owner('PATCH', `/api/service-types/${id}`, { body: { online_booking: null } })
  }
}

export type GivenBookingPage = Awaited<ReturnType<typeof givenBookingPage>>

/** The hold in the address of a page. */
export const holdIn = (address: string): { id: string; start: string } => {
  const { searchParams } = new URL(address)
  return { id: searchParams.get('hold') ?? '', start: searchParams.get('start') ?? '' }
}

async function openDatabase({ environments }: Usher['stack']) {
  const { MONGODB_URL = '' } = environments['booking-platform'] ?? {}
  const connection = await mongoose.createConnection(MONGODB_URL).asPromise()
  return { connection, [Symbol.asyncDispose]: () => connection.destroy() }
}

/** All tests have one network address, which may book only so often on a page. */
async function forgetUses(stack: Usher['stack']): Promise<void> {
  await using database = await openDatabase(stack)
  await database.connection.collection('throttles').deleteMany({})
}

/** Uses up the bookings of all addresses that have booked. */
export async function useUpBookings({ stack }: Usher): Promise<void> {
  await using database = await openDatabase(stack)
  const booked = { key: /^booking\/address/ }
  await database.connection.collection('throttles').updateMany(booked, { $set: { points: 1_000 } })
}

/** Lets a hold expire at once. */
export async function expireHold({ stack }: Usher, id: string): Promise<void> {
  await using database = await openDatabase(stack)
  const { connection } = database
  const past = new Date(Date.now() - 1_000)
  // biome-ignore lint/suspicious/noExplicitAny: ids are texts here
  await connection.collection<any>('holds').updateOne({ _id: id }, { $set: { expires_at: past } })
  await connection
    .collection('ledgers')
    .updateMany(
      { 'busy.by': id },
      { $set: { 'busy.$[held].expires': past.getTime() }, $inc: { revision: 1 } },
      { arrayFilters: [{ 'held.by': id }] },
    )
}
