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
let apiKey: string
let integration: Client
beforeAll(async () => {
  const { url } = dashboard.usher.stack
  owner = await signUp(url, OWNER.email, 'Developers Bistro')
  const body = { name: 'Till', scopes: ['queues:read', 'queues:write', 'guests:read'] }
  apiKey = (await owner('POST', '/account/api-keys', { body })).body.api_key
  integration = apiClient(url, apiKey)
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

describe('the API reference', () => {
  const open = async (operation: string) => {
    const visit = await dashboard.visitAs(OWNER, '/developers/reference')
    await visit.page.getByLabel('Search').fill(operation)
    await visit.page.getByRole('link', { name: new RegExp(`^${operation}\\b`) }).click()
    await heading(visit.page, operation)
    return visit
  }
  const answered = (page: Page, status: number) => page.getByText(`Status ${status}`).waitFor()

  test('sends an operation as the signed-in member, and shows the response and the call as code', async () => {
    const { id } = (await owner('POST', '/v1/queues', { body: { name: 'Tried' } })).body
    const { page, faults } = await open('addGuest')
    await page.getByText(/Needs the scope guests:write/).waitFor()
    await click(page, 'Send')
    await page.getByText('Enter a value').waitFor()
    await page.getByRole('textbox', { name: 'id', exact: true }).fill(id)
    await page.getByLabel('Body', { exact: true }).fill('{"name": "Grace"')
    await page.getByText('Not valid JSON').waitFor()
    await page.getByLabel('Body', { exact: true }).fill('{"name": "Grace", "party_size": 3}')
    await click(page, 'Send')
    await answered(page, 201)
    await page.getByRole('group', { name: 'Response body' }).getByText('"party_size": 3').waitFor()
    await page
      .getByRole('group', { name: 'Response headers' })
      .getByText(/x-request-id/)
      .waitFor()
    const [guest] = (await owner('GET', `/v1/queues/${id}/guests`)).body.data
    expect(guest).toMatchObject({ name: 'Grace', party_size: 3 })
    const curl = page.getByRole('group', { name: 'This call with curl' })
    expect(await curl.textContent()).toContain(`/v1/queues/${id}/guests`)
    await page.getByRole('tab', { name: 'TypeScript' }).click()
    await page.getByRole('group', { name: 'This call with TypeScript' }).getByText('usher.POST').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    expect(faults).toEqual([])
  })

  test('sends a call with a pasted key, shows the key in no code, and forgets it after a reload', async () => {
    const { page, faults } = await open('addGuest')
    await page.getByText('With an API key', { exact: true }).click()
    await page.getByLabel('API key', { exact: true }).fill(apiKey)
    await page.getByRole('textbox', { name: 'id', exact: true }).fill('q_01h455vb4pex5vsknk084sn02q')
    await click(page, 'Send')
    await answered(page, 403)
    await page.getByRole('group', { name: 'Response body' }).getByText('insufficient_scope').waitFor()
    expect(await page.locator('main').textContent()).not.toContain(apiKey)
    await page.reload()
    await page.getByText('With an API key', { exact: true }).click()
    expect(await page.getByLabel('API key', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('API key', { exact: true }).fill('usk_wrong')
    await page.getByRole('textbox', { name: 'id', exact: true }).fill('q_01h455vb4pex5vsknk084sn02q')
    await click(page, 'Send')
    await answered(page, 401)
    // The key was refused, not the session.
    await heading(page, 'addGuest')
    expect(faults).toEqual([])
  })

  test('asks for confirmation before it sends a deletion', async () => {
    const { id } = (await owner('POST', '/v1/queues', { body: { name: 'Doomed' } })).body
    const { page, faults } = await open('deleteQueue')
    await page.getByRole('textbox', { name: 'id', exact: true }).fill(id)
    await click(page, 'Send')
    const dialog = page.getByRole('dialog', { name: 'Send deleteQueue?' })
    await dialog.getByText(`DELETE /v1/queues/${id}`).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect((await owner('GET', `/v1/queues/${id}`)).status).toBe(200)
    await click(page, 'Send')
    await dialog.getByRole('button', { name: 'Send it' }).click()
    await answered(page, 204)
    expect((await owner('GET', `/v1/queues/${id}`)).status).toBe(404)
    expect(faults).toEqual([])
  })

  test('follows an event stream until it is stopped', async () => {
    const { id } = (await owner('POST', '/v1/queues', { body: { name: 'Streamed' } })).body
    const { page, faults } = await open('streamQueue')
    await page.getByRole('textbox', { name: 'id', exact: true }).fill(id)
    await click(page, 'Send')
    await page.getByText('Receiving…').waitFor()
    await owner('POST', `/v1/queues/${id}/guests`, { body: { name: 'Ada' } })
    await page.getByRole('group', { name: 'Response body' }).getByText('guest.added').waitFor()
    await click(page, 'Stop')
    await page.getByText('Receiving…').waitFor({ state: 'hidden' })
    await answered(page, 200)
    expect(faults).toEqual([])
  })

  test('shows either the list or the operation on a phone, no wider than the screen', async () => {
    const { page } = await dashboard.visitAs(OWNER, '/developers/reference', { width: 'phone' })
    await page.getByRole('link', { name: /^createQueue\b/ }).click()
    await heading(page, 'createQueue')
    expect(await page.getByLabel('Search').isVisible()).toBe(false)
    expect(await width(page)).toBeLessThanOrEqual(390)
    await page.getByRole('link', { name: 'All operations' }).click()
    await page.getByLabel('Search').waitFor()
    expect(await width(page)).toBeLessThanOrEqual(390)
  })
})
