import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { useSharedUsher } from '../shared-usher.ts'
import { at, type Calendar, dayAhead, openCalendar } from './calendar.ts'
import { fingerOn, pointOf } from './finger.ts'

let calendar: Calendar
beforeAll(async () => {
  calendar = await openCalendar(useSharedUsher())
})
afterAll(async () => {
  await calendar?.[Symbol.asyncDispose]()
})
afterEach(() => calendar.dashboard.closeWindows())

const columnOf = (page: Page, name: string) => page.getByRole('group', { name, exact: true })

const freeAt = (page: Page, name: string, time: string) =>
  columnOf(page, name).getByRole('button', { name: `Book ${name} at ${time}` })

/** Near the beginning of a time or booking. */
const TOP = { x: 20, y: 4 }

/** A day on a small tablet, with its booking in the middle, away from the edges, which scroll. */
async function openAround(day: string, name: RegExp) {
  const { page, faults } = await calendar.openDay(day, 'tablet')
  await page.setViewportSize({ width: 1024, height: 600 })
  await page.waitForFunction('innerHeight === 600')
  const block = page.getByRole('button', { name })
  await block.waitFor()
  await page.evaluate("document.querySelector('[data-booking]').scrollIntoView({ block: 'center' })")
  const scrolled = Number(await page.evaluate('window.scrollY'))
  expect(scrolled).toBeGreaterThan(0)
  return { page, faults, block, scrolled, finger: await fingerOn(page) }
}

describe('a booking dragged by mouse', () => {
  test('moves to another provider and time, or offers the nearest times when that one is taken', async () => {
    const day = dayAhead(4)
    const booking = await calendar.book(day, 10, 'Dragged')
    await calendar.book(day, 14, 'In the way', calendar.bob)
    const { page, faults } = await calendar.openDay(day)
    const block = page.getByRole('button', { name: /Dragged/ })
    const column = page.getByRole('group', { name: 'Bob', exact: true })
    const dropAt = (time: string, y: number) =>
      block.dragTo(column.getByRole('button', { name: `Book Bob at ${time}` }), {
        sourcePosition: { x: 20, y: 10 },
        targetPosition: { x: 8, y },
      })
    await dropAt('12:00 PM', 4)
    await calendar.isBooked(booking.id, { start: at(day, 12), provider_id: calendar.bob })

    await column.getByRole('button', { name: /Dragged 12:00 PM/ }).waitFor()
    const quarterPx = 16
    await dropAt('1:00 PM', quarterPx + 4)
    const dialog = page.getByRole('dialog', { name: 'Not moved' })
    await dialog.getByText(/The time is not free/).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await calendar.isBooked(booking.id, { start: at(day, 12) })
    await dialog.getByRole('button', { name: /Bob/ }).first().click()
    await dialog.waitFor({ state: 'hidden' })
    const moved = await calendar.ask('GET', `/api/bookings/${booking.id}`)
    expect(moved.start).not.toBe(at(day, 12))
    expect(faults).toEqual([])
  })

  test('moves to another day in the week view, keeps its time, and goes back on Undo', async () => {
    const day = dayAhead(9)
    const booking = await calendar.book(day, 11, 'Weekly')
    const { page } = await calendar.openDay(day)
    await page.getByText('Week', { exact: true }).click()
    const monday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Ada' }) })
    const target = monday === 6 ? 5 : 6
    await page.getByRole('button', { name: /Weekly/ }).dragTo(row.getByRole('cell').nth(target))
    const there = new Date(Date.parse(at(day, 11)) + (target - monday) * 86_400_000).toISOString()
    await calendar.isBooked(booking.id, { start: there, provider_id: calendar.ada })
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Moved back. Weekly').waitFor()
    await calendar.isBooked(booking.id, { start: at(day, 11), provider_id: calendar.ada })
  })

  test('stays when it is dropped where it was or Escape is pressed, and opens on a click only', async () => {
    const day = dayAhead(15)
    const booking = await calendar.book(day, 10, 'Stays')
    const { page, faults } = await calendar.openDay(day)
    const block = page.getByRole('button', { name: /Stays/ })
    const held = page.locator('[data-held=true]')
    const [start, inside] = [await pointOf(block, TOP), await pointOf(block, { x: 40, y: 10 })]
    await page.mouse.move(start.x, start.y)
    await page.mouse.down()
    await page.mouse.move(inside.x, inside.y)
    await held.waitFor()
    await page.mouse.up()
    await held.waitFor({ state: 'detached' })
    await page.mouse.down()
    const free = await pointOf(freeAt(page, 'Bob', '1:00 PM'))
    await page.mouse.move(free.x, free.y, { steps: 3 })
    await columnOf(page, 'Bob').getByText('1:15 PM').waitFor()
    await page.keyboard.press('Escape')
    await held.waitFor({ state: 'detached' })
    await page.mouse.move(inside.x, inside.y)
    await page.mouse.up()
    expect(await page.getByRole('dialog').count()).toBe(0)
    await block.click()
    await page.getByRole('dialog', { name: 'Booking' }).getByText('Stays').first().waitFor()
    await calendar.isBooked(booking.id, { start: at(day, 10), provider_id: calendar.ada })
    expect(faults).toEqual([])
  })
})

describe('a booking dragged by finger', () => {
  test('moves after a long press, without scrolling the page', async () => {
    const day = dayAhead(16)
    const booking = await calendar.book(day, 10, 'Touched')
    const { page, faults, block, scrolled, finger } = await openAround(day, /Touched/)
    await finger.down(block, TOP)
    await page.locator('[data-held=true]').waitFor()
    await finger.over(freeAt(page, 'Bob', '9:00 AM'), { x: 20, y: 20 })
    await columnOf(page, 'Bob').getByText('9:15 AM', { exact: true }).waitFor()
    expect(await page.evaluate('window.scrollY')).toBe(scrolled)
    await finger.over(freeAt(page, 'Bob', '9:00 AM'), TOP)
    await finger.up()
    await calendar.isBooked(booking.id, { start: at(day, 9), provider_id: calendar.bob })
    await page.getByText(/^Booking moved\. Touched/).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('stays when the finger moves at once, and the page scrolls', async () => {
    const day = dayAhead(17)
    const booking = await calendar.book(day, 12, 'Passed')
    const { page, faults, block, scrolled, finger } = await openAround(day, /Passed/)
    await finger.down(block, { x: 20, y: 40 })
    for (const y of [20, 0, -20, -40, -60, -80]) await finger.over(block, { x: 20, y })
    await page.waitForFunction(`window.scrollY > ${scrolled + 20}`)
    expect(await page.locator('[data-held=true]').count()).toBe(0)
    await finger.up()
    await calendar.isBooked(booking.id, { start: at(day, 12), provider_id: calendar.ada })
    expect(faults).toEqual([])
  })

  test('is released and stays when the touch is cancelled', async () => {
    const day = dayAhead(18)
    const booking = await calendar.book(day, 10, 'Let go')
    const { page } = await calendar.openDay(day, 'tablet')
    const finger = await fingerOn(page)
    const held = page.locator('[data-held=true]')
    await finger.down(page.getByRole('button', { name: /Let go/ }), TOP)
    await held.waitFor()
    await finger.over(freeAt(page, 'Bob', '11:00 AM'))
    await finger.cancel()
    await held.waitFor({ state: 'detached' })
    expect(await calendar.isBooked(booking.id, { start: at(day, 10), provider_id: calendar.ada })).toBe(true)
  })
})

describe('a booking dragged by pen', () => {
  test('moves to another day in the week view, and keeps its time', async () => {
    const day = dayAhead(20)
    const booking = await calendar.book(day, 11, 'Penned')
    const { page, faults } = await calendar.openDay(day)
    await page.getByText('Week', { exact: true }).click()
    const session = await page.context().newCDPSession(page)
    const pen = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', point: { x: number; y: number }) =>
      session.send('Input.dispatchMouseEvent', {
        ...{ type, ...point, pointerType: 'pen', button: 'left', buttons: 1, clickCount: 1 },
      })
    const weekday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
    const target = weekday === 6 ? 5 : 6
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Ada' }) })
    await pen('mousePressed', await pointOf(page.getByRole('button', { name: /Penned/ })))
    await pen('mouseMoved', await pointOf(row.getByRole('cell').nth(target)))
    await page.locator('[data-held=true]').waitFor()
    await pen('mouseReleased', await pointOf(row.getByRole('cell').nth(target)))
    const start = new Date(Date.parse(at(day, 11)) + (target - weekday) * 86_400_000).toISOString()
    await calendar.isBooked(booking.id, { start, provider_id: calendar.ada })
    expect(faults).toEqual([])
  })
})
