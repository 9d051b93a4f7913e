import { localTime } from '@usher/contracts/zones'
import { sessionClient, until } from '@usher/test-kit'
import { askWith } from './dashboard/ask.ts'
import { WEEK } from './dashboard/calendar.ts'
import { type Dashboard, openDashboard } from './dashboard/dashboard.ts'
import { enterDate } from './dashboard/dates.ts'
import { useSharedUsher } from './shared-usher.ts'

/** With halves and quarters of hours, at both ends of the day, and those whose rules changed of late. */
const ZONES = [
  ...['America/Havana', 'America/Winnipeg', 'America/Ciudad_Juarez', 'America/Coyhaique', 'America/Inuvik'],
  ...['America/Rankin_Inlet', 'America/Los_Angeles', 'America/New_York', 'America/St_Johns', 'America/Nuuk'],
  ...['America/Sao_Paulo', 'America/Asuncion', 'Atlantic/Azores', 'Europe/London', 'Europe/Dublin'],
  ...['Europe/Berlin', 'Africa/Casablanca', 'Africa/Cairo', 'Asia/Gaza', 'Asia/Tehran', 'Asia/Kolkata'],
  ...['Asia/Kathmandu', 'Asia/Almaty', 'Asia/Tokyo', 'Australia/Eucla', 'Australia/Lord_Howe'],
  ...['Pacific/Chatham', 'Pacific/Apia', 'Pacific/Kiritimati', 'Pacific/Marquesas'],
]

const DAY_MS = 86_400_000
const DAY = new Date(Date.now() + 40 * DAY_MS).toISOString().slice(0, 10)

let dashboard: Dashboard
beforeAll(async () => {
  dashboard = await openDashboard(useSharedUsher())
})
afterAll(() => dashboard?.[Symbol.asyncDispose]())

const customer = (index: number) => ({ name: 'Ada', email: `ada.${index}@example.com` })

/** The instant at which it is nine in a zone. */
function nineIn(zone: string): string {
  const nine = Date.parse(`${DAY}T09:00:00Z`)
  const near = nine + nine - localTime(nine, zone).getTime()
  // By the offset then, which may begin on that day.
  return new Date(near + nine - localTime(near, zone).getTime()).toISOString()
}

describe('a booking at 9:00 in each of 30 time zones', () => {
  test('shows the same instant and hour in the API, page, message, calendar file and dashboard', async () => {
    const { stack, demo, api } = dashboard.usher
    const ask = askWith(await sessionClient(stack.url, demo))
    const weekly_hours = WEEK.map((day) => ({ day, start: '09:00', end: '17:00' }))
    const booked = []
    for (const [index, timezone] of ZONES.entries()) {
      const provider = await ask('POST', '/api/providers', { name: timezone, timezone, weekly_hours })
      const type = { name: `Visit ${index}`, duration_minutes: 30, provider_ids: [provider.id] }
      const service_type_id = (await ask('POST', '/api/service-types', type)).id
      const body = { service_type_id, start: nineIn(timezone), customer: customer(index) }
      booked.push({ timezone, index, booking: await ask('POST', '/api/bookings', body) })
    }
    for (const { timezone, index, booking } of booked) {
      const start = nineIn(timezone)
      expect(booking).toMatchObject({ start, timezone })
      const page = await (await fetch(booking.manage_url)).text()
      const token = booking.manage_url.split('/').at(-1)
      const file = await (await fetch(`${stack.url}/public/bookings/${token}/calendar`)).text()
      const message = await until(`the message in ${timezone}`, async () => {
        const { data } = (await api('GET', '/v1/notifications?channel=email&limit=100')).body
        return data.find((one: object) => JSON.stringify(one).includes(customer(index).email))
      })
      expect({ timezone, page, file, message: JSON.stringify(message) }).toEqual({
        timezone,
        page: expect.stringContaining('9:00 AM'),
        file: expect.stringContaining(`DTSTART:${start.replace(/[-:]|\.000/g, '')}`),
        message: expect.stringContaining('9:00 AM'),
      })
    }
    const { page, faults } = await dashboard.visitAs(demo, '/bookings')
    await enterDate(page, 'Date', DAY)
    for (const timezone of ZONES) {
      const column = page.getByRole('group', { name: timezone, exact: true })
      await column.getByRole('button', { name: 'Ada 9:00 AM' }).waitFor()
    }
    expect(faults).toEqual([])
  })
})
