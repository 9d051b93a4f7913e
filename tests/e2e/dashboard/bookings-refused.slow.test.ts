import type { Locator } from 'playwright-core'
import { useSharedUsher } from '../shared-usher.ts'
import { at, type Calendar, dayAhead, openCalendar } from './calendar.ts'

let calendar: Calendar
let service_type_id: string
beforeAll(async () => {
  calendar = await openCalendar(useSharedUsher())
  // The free times fill more than a screen.
  const service = { name: 'Check-up', duration_minutes: 60, slot_step_minutes: 5 }
  const { id } = await calendar.ask('POST', '/api/service-types', {
    ...service,
    provider_ids: [calendar.ada],
  })
  service_type_id = id
})
afterAll(async () => {
  await calendar?.[Symbol.asyncDispose]()
})
afterEach(() => calendar.dashboard.closeWindows())

describe.each(['desktop', 'phone'] as const)('a time that has just been taken, on a %s', (width) => {
  const day = dayAhead(width === 'phone' ? 6 : 7)

  test('is refused in view of who moves a booking to it', async () => {
    await book(day, 10, 'Moves')
    const { page } = await calendar.openDay(day, width)
    await page.getByRole('button', { name: /Moves/ }).click()
    const drawer = page.getByRole('dialog', { name: 'Booking' })
    await drawer.getByRole('button', { name: 'Move' }).click()
    await drawer.getByRole('button', { name: '3:00 PM', exact: true }).click()
    await book(day, 15, 'Faster')
    await drawer.getByRole('button', { name: 'Move here' }).click()
    await isInView(drawer.getByRole('alert'))
  })

  test('is refused in view of who books it', async () => {
    const { page } = await calendar.openDay(day, width)
    await page.getByRole('button', { name: 'New booking' }).click()
    const dialog = page.getByRole('dialog', { name: 'New booking' })
    await dialog.getByLabel('Service').selectOption('Check-up')
    await dialog.getByLabel('Provider').selectOption('Ada')
    await dialog.getByRole('button', { name: '1:00 PM', exact: true }).click()
    await dialog.getByLabel('Name').fill('Slow')
    await book(day, 13, 'Faster')
    await dialog.getByRole('button', { name: 'Book', exact: true }).click()
    await isInView(dialog.getByRole('alert'))
  })
})

const book = (day: string, hour: number, name: string) =>
  calendar.ask('POST', '/api/bookings', {
    ...{ service_type_id, provider_id: calendar.ada, start: at(day, hour) },
    customer: { name, phone: '+14155552671' },
  })

async function isInView(alert: Locator): Promise<void> {
  await alert.waitFor()
  const { top, bottom, height } = await alert.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return { top, bottom, height: element.ownerDocument.documentElement.clientHeight }
  })
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(height)
}
