import { apiClient, type Client, until } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { newAddresses, signUp } from '../people.ts'
import { PASSWORD } from './dashboard.ts'
import { useDashboard } from './during-tests.ts'

const emailOf = newAddresses()

const OWNER = { email: emailOf('owner'), password: PASSWORD }
const UNKNOWN_GUEST = '/v1/guests/gst_01h455vb4pex5vsknk084sn02q'

const dashboard = useDashboard()
let owner: Client
let integration: Client
beforeAll(async () => {
  const { url } = dashboard.usher.stack
  owner = await signUp(url, OWNER.email, 'Developers Bistro')
  const body = { name: 'Till', scopes: ['queues:read', 'queues:write', 'guests:read'] }
  const { api_key } = (await owner('POST', '/account/api-keys', { body })).body
  integration = apiClient(url, api_key)
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option }).click()
}
const width = (page: Page) => page.evaluate('document.documentElement.scrollWidth')
const untilLogged = (requestId: string) =>
  until(`${requestId} in the log`, async () => {
    const { body } = await owner('GET', `/account/requests?request_id=${requestId}`)
    return body.data.length === 1
  })

describe('the request log', () => {
  test('shows new requests by itself, but not while it is paused', async () => {
    const { page, faults } = await dashboard.visitAs(OWNER, '/developers/requests')
    await heading(page, 'No requests from keys or applications yet')
    await integration('GET', '/v1/queues?limit=1')
    await page.getByRole('button', { name: /^200 GET \/v1\/queues Till/ }).waitFor()
    await integration('GET', UNKNOWN_GUEST, { headers: { 'x-request-id': 'lost' } })
    await page.getByRole('button', { name: `404 GET ${UNKNOWN_GUEST} not_found` }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])

    await click(page, 'Pause')
    await integration('POST', '/v1/queues', {
      body: { name: 'Terrace' },
      headers: { 'x-request-id': 'paused' },
    })
    await untilLogged('paused')
    expect(await page.getByRole('button', { name: /POST/ }).count()).toBe(0)
    await click(page, 'Resume')
    await page.getByRole('button', { name: /^201 POST \/v1\/queues/ }).waitFor()
    expect(faults).toEqual([])
  })

  test('keeps its filters in the address, so that a reload shows the same', async () => {
    await integration('GET', '/v1/queues', { headers: { 'x-request-id': 'good' } })
    await integration('GET', UNKNOWN_GUEST, { headers: { 'x-request-id': 'bad' } })
    await untilLogged('bad')
    const { page, faults } = await dashboard.visitAs(OWNER, '/developers/requests')
    await choose(page, 'Status', 'Failed (4xx and 5xx)')
    await page.waitForURL(/status=failed/)
    await page.reload()
    await page
      .getByRole('button', { name: /^404 GET/ })
      .first()
      .waitFor()
    expect(await page.getByRole('button', { name: /^200/ }).count()).toBe(0)
    await page.getByLabel('Request ID').fill('good')
    await heading(page, 'No matching requests')
    await page.goto('/developers/requests')
    await choose(page, 'Sent by', 'Members, in the dashboard')
    await page.getByRole('button', { name: /Ada/ }).first().waitFor()
    expect(faults).toEqual([])
  })

  test('leads from a write to its audit record and the queue it created', async () => {
    const sent = { body: { name: 'Cellar' }, headers: { 'x-request-id': 'cellar' } }
    await integration('POST', '/v1/queues', sent)
    await untilLogged('cellar')
    await until('the audit record', async () => {
      const { body } = await owner('GET', '/account/audit?request_id=cellar')
      return body.data.length === 1
    })
    const { page, faults } = await dashboard.visitAs(OWNER, '/developers/requests', { theme: 'dark' })
    await page.goto('/developers/requests?request_id=cellar')
    await page.getByRole('button', { name: /^201 POST/ }).click()
    await page.getByRole('group', { name: 'Request ID' }).getByText('cellar').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.getByRole('link', { name: /the audit log/ }).click()
    await heading(page, 'Audit log')
    await page.getByText(/^createQueue · q_/).waitFor()
    await page.getByRole('link', { name: 'Cellar' }).waitFor()
    expect(await page.getByLabel('Request ID').inputValue()).toBe('cellar')
    expect(faults).toEqual([])
  })

  test('is no wider than the screen of a phone', async () => {
    const { page } = await dashboard.visitAs(OWNER, '/developers/requests', { width: 'phone' })
    await page.goto('/developers/requests?by=all')
    await page
      .getByRole('button', { name: /^20\d / })
      .first()
      .waitFor()
    expect(await width(page)).toBeLessThanOrEqual(390)
  })
})
