import { sessionClient, until } from '@usher/test-kit'
import type { Usher } from '../stack.ts'
import { askWith } from './ask.ts'
import { openDashboard, type Width } from './dashboard.ts'
import { enterDate } from './dates.ts'

export const WEEK = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '17:00' }))

/** A date this many days ahead in Tokyo, nine hours ahead of UTC all year. */
export const dayAhead = (days: number): string =>
  new Date(Date.now() + (days * 24 + 9) * 3_600_000).toISOString().slice(0, 10)

export const at = (day: string, hour: number): string =>
  new Date(Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00+09:00`)).toISOString()

export type Calendar = Awaited<ReturnType<typeof openCalendar>>

/** The calendar of two providers in Tokyo, Ada and Bob, who are booked for an hour. */
export async function openCalendar(starting: Promise<Usher>) {
  const dashboard = await openDashboard(starting)
  const owner = await sessionClient(dashboard.usher.stack.url, dashboard.usher.demo)
  const ask = askWith(owner)
  const hours = { timezone: 'Asia/Tokyo', weekly_hours }
  const ada: string = (await ask('POST', '/api/providers', { name: 'Ada', ...hours })).id
  const bob: string = (await ask('POST', '/api/providers', { name: 'Bob', ...hours })).id
  const massage = { name: 'Massage', duration_minutes: 60, provider_ids: [ada, bob] }
  const service_type_id: string = (await ask('POST', '/api/service-types', massage)).id
  return {
    ...{ dashboard, ask, ada, bob },
    book: (day: string, hour: number, name: string, provider_id = ada) => {
      const customer = { name, phone: '+14155552671' }
      return ask('POST', '/api/bookings', { service_type_id, provider_id, start: at(day, hour), customer })
    },
    async openDay(day: string, width: Width = 'desktop') {
      const visited = await dashboard.visitAs(dashboard.usher.demo, '/bookings', { width })
      await enterDate(visited.page, 'Date', day)
      return visited
    },
    isBooked: (id: string, wanted: object) =>
      until('the booking to be so', async () => {
        const booking = await ask('GET', `/api/bookings/${id}`)
        return Object.entries(wanted).every(([name, value]) => booking[name] === value)
      }),
    [Symbol.asyncDispose]: () => dashboard[Symbol.asyncDispose](),
  }
}
