import type { CloudEvent } from '@usher/contracts'
import { type Client, until } from '@usher/test-kit'

export const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAYS = 7
/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY = 4 * DAY_MS
const WEEK_MS = 7 * DAY_MS
/** In the future, as TTL indexes delete by real time. */
const MONDAY = FIRST_MONDAY + Math.ceil((Date.now() - FIRST_MONDAY) / WEEK_MS) * WEEK_MS
export const at = (day: number, hour: number) => new Date(MONDAY + (24 * day + hour) * HOUR_MS)

/** A venue on some clock. */
interface Venue {
  readonly queue: Client
  readonly booking: Client
  /** Sets up the automatic messages of a queue. */
  messages(queueId: string): Promise<void>
  pass(until: Date): Promise<void>
  /** Resolves once every service knows that a guest is seated. */
  seated(guestId: string): Promise<unknown>
}

const MESSAGES = {
  automatic: { reminder: true, no_show: true },
  quiet_hours: { start: '21:00', end: '08:00' },
}

export const setMessages = (call: Client) => async (queueId: string) => {
  await until('the queue is known where messages are sent', async () => {
    return (await call('PATCH', `/v1/queues/${queueId}/messages`, { body: MESSAGES })).status === 200
  })
}

/** The week of a small venue: guests who come and do not, bookings, reminders, and quiet nights. */
export async function liveThrough(
  { queue, booking, messages, pass, seated }: Venue,
  names: Map<string, string>,
): Promise<void> {
  const make = async (call: Client, path: string, body: object, name = '') => {
    const { status, body: made } = await call('POST', path, { body })
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(made)}`)
    names.set(made.id, name)
    return made.id as string
  }
  const id = await make(queue, '/v1/queues', { name: 'Week', timezone: 'UTC', no_show_after_minutes: 15 })
  await messages(id)
  const weekly_hours = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map(
    (day) => ({ day, start: '09:00', end: '19:00' }),
  )
  const provider = await make(booking, '/api/providers', { name: 'Grace', timezone: 'UTC', weekly_hours })
  const table = { name: 'Table', duration_minutes: 30, provider_ids: [provider] }
  const service_type_id = await make(booking, '/api/service-types', table)
  for (let day = 2; day < DAYS; day += 1) {
    const customer = { name: `B${day}`, phone: '+14155552671' }
    await make(
      booking,
      '/api/bookings',
      { service_type_id, start: at(day, 10 + day / 2).toISOString(), customer },
      `B${day}`,
    )
  }
  for (let day = 0; day < DAYS; day += 1) {
    for (const hour of [9, 20.9]) {
      await pass(at(day, hour))
      const phones = ['+14155552672', '+14155552673']
      const ids: string[] = []
      for (const [i, phone] of phones.entries()) {
        const name = `G${day}-${hour}-${i}`
        ids.push(await make(queue, `/v1/queues/${id}/guests`, { name, phone }, name))
      }
      for (const guest of ids) await queue('POST', `/v1/guests/${guest}/notify`)
      await pass(new Date(at(day, hour).getTime() + 2 * 60_000))
      await queue('POST', `/v1/guests/${ids[0]}/seat`)
      await seated(ids[0] ?? '')
    }
  }
  await pass(at(DAYS, 0))
}

export interface Happened {
  readonly time: number
  readonly type: string
  readonly about: string
}

export const happened = (names: Map<string, string>, { time, type, subject, data }: CloudEvent): Happened => {
  const { guest_id, booking_id, kind } = data as Record<string, string>
  const about = names.get(guest_id ?? '') ?? names.get(booking_id ?? '') ?? names.get(subject) ?? ''
  return { time: Date.parse(time), type, about: `${about} ${kind ?? ''}`.trim() }
}

/** Events of one moment have no order. The week has no retries, as their delays are random. */
export const byMoment = (all: readonly Happened[]) =>
  all.map(({ time, type, about }) => `${new Date(time).toISOString().slice(0, 16)} ${type} ${about}`).sort()

/** What happens to each guest and booking, and with each message to a guest, in order. */
export const bySubject = (all: readonly Happened[]) =>
  Object.fromEntries(
    [...Map.groupBy(all, ({ about }) => about)]
      .filter(([about]) => /^[GB]\d/.test(about))
      .map(([about, its]) => [about, its.map(({ type }) => type)]),
  )

/** Whether each of these is in a list, as often as it is wanted. */
export function isAmong(wanted: readonly string[], all: readonly string[]): boolean {
  const left = Map.groupBy(all, (one) => one)
  return wanted.every((one) => left.get(one)?.pop() !== undefined)
}
