import { sessionClient, until } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { useDashboard } from './during-tests.ts'

const dashboard = useDashboard()

const bandOf = (page: Page) => page.getByRole('region', { name: 'Test data' })

/** Turns the switch, and waits until the page has loaded anew. */
async function switchTo(page: Page, isOn: boolean) {
  await page.goto('/developers')
  await page.getByRole('switch', { name: 'Test data' }).focus()
  await page.keyboard.press('Space')
  await bandOf(page).waitFor({ state: isOn ? 'visible' : 'detached' })
}

async function inTestMode(theme: 'light' | 'dark' = 'light', width: 'desktop' | 'phone' = 'desktop') {
  const visit = await dashboard.visitAs(dashboard.usher.demo, '/queues', { theme, width })
  await switchTo(visit.page, true)
  return visit
}

describe('the switch for test data', () => {
  test('shows and changes only test data, under a band, until it is off', async () => {
    const owner = await sessionClient(dashboard.usher.stack.url, dashboard.usher.demo)
    await owner('POST', '/v1/queues', { body: { name: 'Live desk' } })
    const { page, faults } = await inTestMode()
    await page.goto('/queues/new')
    await page.getByLabel('Name', { exact: true }).fill('Trial desk')
    await page.getByRole('button', { name: 'Create queue' }).click()
    await page.getByRole('heading', { name: 'Trial desk' }).waitFor()
    await bandOf(page).waitFor()
    await page.goto('/queues')
    await page.getByText('Trial desk').first().waitFor()
    expect(await page.getByText('Live desk').count()).toBe(0)
    const names = async (headers = {}) =>
      (await owner('GET', '/v1/queues?limit=100', { headers })).body.data.map(
        (one: { name: string }) => one.name,
      )
    expect(await names()).not.toContain('Trial desk')
    expect(await names({ 'usher-mode': 'test' })).toContain('Trial desk')
    await switchTo(page, false)
    await page.goto('/queues')
    await page.getByText('Live desk').first().waitFor()
    expect(await page.getByText('Trial desk').count()).toBe(0)
    expect(faults).toEqual([])
  })

  test('comes back to the same page, or to the list where only the other data has the page', async () => {
    const { page, faults } = await inTestMode()
    expect(new URL(page.url()).pathname).toBe('/developers')
    await page.goto('/settings/api-keys')
    await bandOf(page).getByRole('button', { name: 'Show live data' }).click()
    await bandOf(page).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'API keys' }).waitFor()
    await switchTo(page, true)
    const owner = await sessionClient(dashboard.usher.stack.url, dashboard.usher.demo)
    const headers = { 'usher-mode': 'test' }
    const { id } = (await owner('POST', '/v1/queues', { body: { name: 'Trial' }, headers })).body
    await page.goto(`/queues/${id}`)
    await page.getByRole('heading', { name: 'Trial' }).waitFor()
    await bandOf(page).getByRole('button', { name: 'Show live data' }).click()
    await page.getByRole('heading', { name: 'Queues', exact: true }).waitFor()
    expect(faults).toEqual([])
  })

  test('keeps a board of test data up to date, and lists its messages as not sent', async () => {
    const owner = await sessionClient(dashboard.usher.stack.url, dashboard.usher.demo)
    const headers = { 'usher-mode': 'test' }
    const { id } = (await owner('POST', '/v1/queues', { body: { name: 'Board' }, headers })).body
    const { page } = await inTestMode()
    await page.goto(`/queues/${id}`)
    await page.getByRole('heading', { name: 'Board' }).first().waitFor()
    const body = { name: 'Wilhelmina', phone: '+14155552671' }
    await owner('POST', `/v1/queues/${id}/guests`, { body, headers })
    await page.getByText('Wilhelmina').first().waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/board.png` })
    await page.goto('/developers/test-messages')
    await page.getByText('Hi Wilhelmina').first().waitFor()
    await page.getByText('Not sent: sandbox').first().waitFor()
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/outbox.png` })
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('creates API keys for test data', async () => {
    const { page } = await inTestMode()
    await page.goto('/settings/api-keys')
    await page.getByRole('button', { name: 'Create a key' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill('Suite')
    await dialog.getByRole('checkbox', { name: /^queues:read/ }).check({ force: true })
    expect(await dialog.getByRole('switch', { name: 'For test data' }).isChecked()).toBe(true)
    await dialog.getByRole('button', { name: 'Create the key' }).click()
    await page
      .getByText(/usk_test_/)
      .first()
      .waitFor()
    const owner = await sessionClient(dashboard.usher.stack.url, dashboard.usher.demo)
    const keys = (await owner('GET', '/account/api-keys?limit=100')).body.data
    expect(keys.find(({ name }: { name: string }) => name === 'Suite')).toMatchObject({ livemode: false })
  })

  test('exports the audit log of test data', async () => {
    const owner = await sessionClient(dashboard.usher.stack.url, dashboard.usher.demo)
    const headers = { 'usher-mode': 'test' }
    const { id } = (await owner('POST', '/v1/queues', { body: { name: 'Audited' }, headers })).body
    await until('the record', async () => {
      const { body } = await owner('GET', `/account/audit?resource=${id}`, { headers })
      return body.data.length > 0
    })
    const { page } = await inTestMode()
    await page.goto('/audit')
    await page.getByRole('button', { name: 'Export' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const stream = await (await download).createReadStream()
    const text = (await stream.toArray()).join('')
    expect(text).toContain(id)
  })

  test('says that Google Calendar is not available for test data', async () => {
    const { page } = await inTestMode('dark')
    await page.goto('/google-calendar')
    await page.getByText('This is not there for test data.').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
  })

  test('fits the screen of a phone, as does the band', async () => {
    const { page } = await inTestMode('light', 'phone')
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    expect(width).toBeLessThanOrEqual(390)
    await page.goto('/queues')
    await page.getByRole('heading', { name: 'Queues' }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/phone.png` })
  })
})
