import type { Page } from 'playwright-core'
import { browsers } from '../browser.ts'
import { made } from '../made.ts'
import { useDashboard } from './during-tests.ts'

describe.each(browsers())('a form with unsaved changes in the %s browser', (browser) => {
  const dashboard = useDashboard(browser)
  let settings: string
  beforeAll(async () => {
    settings = `/queues/${(await made(dashboard.usher.api, '/v1/queues', { name: 'Dinner' })).id}/settings`
  })

  test('asks before another page is opened, and stays or leaves as answered', async () => {
    const { page } = await dashboard.visitAs(dashboard.usher.demo, settings)
    await page.getByLabel('Minutes per party').fill('17')
    await follow(page, 'Bookings')
    await page.getByRole('button', { name: 'Stay' }).click()
    await untilAnswered(page)
    expect(await page.getByLabel('Minutes per party').inputValue()).toBe('17')
    await follow(page, 'Bookings')
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('heading', { name: 'Bookings', exact: true }).waitFor()
  })

  test('asks before the browser goes back, and stays or leaves as answered', async () => {
    const { page } = await dashboard.visitAs(dashboard.usher.demo, '/queues')
    await page.goto(settings)
    await follow(page, 'Organisation')
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Bistro on the quay')
    await page.evaluate('history.back()')
    await page.getByRole('button', { name: 'Stay' }).click()
    await untilAnswered(page)
    expect(await name.inputValue()).toBe('Bistro on the quay')
    await page.evaluate('history.back()')
    await page.getByRole('button', { name: 'Leave', exact: true }).click()
    await page.waitForURL(`**${settings}`)
    await page.getByRole('heading', { name: 'Settings of Dinner' }).waitFor()
  })

  test('asks before a reload', async () => {
    const { page } = await dashboard.visitAs(dashboard.usher.demo, settings)
    await page.getByLabel('Minutes per party').fill('17')
    const asked = page.waitForEvent('dialog')
    await page.evaluate('setTimeout(() => location.reload())')
    const dialog = await asked
    await dialog.dismiss()
    expect(dialog.type()).toBe('beforeunload')
    expect(await page.getByLabel('Minutes per party').inputValue()).toBe('17')
  })

  test.each([
    { path: '/settings/organization', label: 'Address' },
    { path: '/settings/messages', label: 'Daily total' },
    { path: '/booking-page', label: 'End of the address' },
    { path: '/providers', label: 'Name', open: 'New provider' },
    { path: '/messages/templates', label: 'Subject', open: 'New template' },
  ])('asks on $path', async ({ path, label, open }) => {
    const { page } = await dashboard.visitAs(dashboard.usher.demo, path)
    if (open) await page.getByRole('button', { name: open }).first().click()
    await page.getByLabel(label, { exact: true }).first().fill('12')
    await page.evaluate('history.pushState(null, "", "/queues")')
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
  })

  test('does not ask once they are saved, or taken back', async () => {
    const { page } = await dashboard.visitAs(dashboard.usher.demo, settings)
    await page.getByLabel('Minutes per party').fill('18')
    await page.getByRole('button', { name: 'Save' }).nth(0).click()
    await page.getByText('Saved.').waitFor()
    await page.getByLabel('Smallest party').fill('3')
    await page.getByLabel('Smallest party').fill('1')
    await follow(page, 'Organisation')
    await page.getByLabel('Address', { exact: true }).fill('1 Quay')
    await page.getByRole('button', { name: 'Save brand' }).click()
    await page.getByText('Brand saved.').waitFor()
    await follow(page, 'Bookings')
    await page.getByRole('heading', { name: 'Bookings', exact: true }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

async function follow(page: Page, name: 'Bookings' | 'Organisation') {
  const pages = page.getByRole('navigation', { name: 'Pages' })
  if (name === 'Organisation') await pages.getByRole('button', { name: 'Settings' }).click()
  await pages.getByRole('link', { name, exact: true }).click()
}

const untilAnswered = (page: Page) =>
  page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor({ state: 'detached' })
