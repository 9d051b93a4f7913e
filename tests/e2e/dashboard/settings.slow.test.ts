import { readFile } from 'node:fs/promises'
import { apiClient, type Client, startReceiver, until } from '@usher/test-kit'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { invite, newAddresses, signUp } from '../people.ts'
import { PASSWORD } from './dashboard.ts'
import { enterDateTime } from './dates.ts'
import { useDashboard } from './during-tests.ts'

const emailOf = newAddresses()

const OWNER = { email: emailOf('owner'), password: PASSWORD }

const dashboard = useDashboard()
let owner: Client
beforeAll(async () => {
  owner = await signUp(dashboard.usher.stack.url, OWNER.email, 'Settings Bistro')
})

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
const click = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click()
/** The contents of a copy field. */
const copied = async (page: Page, name: string): Promise<string> =>
  (await page.getByRole('group', { name, exact: true }).textContent()) ?? ''
const choose = async (page: Page, entry: string) => {
  await click(page, 'More')
  await page.getByRole('menuitem', { name: entry }).click()
}

describe('a webhook endpoint', () => {
  test('is registered, tested, replayed and deleted, and its secret rotated, on the dashboard', async () => {
    await using receiver = await startReceiver()
    const { page, faults } = await dashboard.visitAs(OWNER, '/settings/webhooks')
    await heading(page, 'No endpoints yet')
    await click(page, 'Register an endpoint')
    await page.getByLabel('URL').fill('nowhere')
    await click(page, 'Register')
    await page.getByText('Must be an http or https URL').waitFor()
    await page.getByLabel('URL').fill(receiver.url)
    await page.getByRole('radio', { name: 'Choose' }).check()
    await page.getByRole('button', { name: /^guest/ }).click()
    await page.getByRole('checkbox', { name: 'guest.*' }).check()
    await page.getByLabel('Description').fill('<b>Till</b>')
    await page.getByLabel('Custom headers').fill('x-till: one')
    await page.getByLabel('Metadata').fill('team: kitchen')
    expect(await accessibilityFaults(page)).toEqual([])
    await click(page, 'Register')

    const secret = await copied(page, 'Signing secret')
    expect(secret).toMatch(/^whsec_/)
    await click(page, 'I have saved it')
    await heading(page, 'Webhook endpoint')
    await page.getByText('<b>Till</b>').waitFor()
    expect(await page.getByText(secret).count()).toBe(0)
    const [endpoint] = (await owner('GET', '/v1/webhook-endpoints')).body.data
    expect(endpoint).toMatchObject({
      event_types: ['guest.*'],
      header_names: ['x-till'],
      metadata: { team: 'kitchen' },
    })

    await click(page, 'Send a test')
    await click(page, 'Send test event')
    await page.getByText('Status 200').waitFor()
    expect(receiver.received[0]?.headers['x-till']).toBe('one')
    await page.keyboard.press('Escape')

    receiver.answers.push(500)
    const queue = (await owner('POST', '/v1/queues', { body: { name: 'Door' } })).body.id
    const guest = { name: '<img src=x onerror=alert(1)>', party_size: 2 }
    await owner('POST', `/v1/queues/${queue}/guests`, { body: guest })
    await page
      .getByRole('button', { name: /guest\.added.*500|delivered.*guest\.added.*2 attempts/ })
      .first()
      .click()
    await page.getByRole('group', { name: 'Body' }).getByText(guest.name).waitFor()
    await page.getByText('Status 500').waitFor()
    const before = receiver.received.length
    await click(page, 'Try again now')
    await until('the next attempt', async () => receiver.received.length > before)
    await page.getByText('Status 200').first().waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await page.keyboard.press('Escape')

    await choose(page, 'Rotate the secret')
    await click(page, 'Rotate')
    expect(await copied(page, 'Signing secret')).not.toBe(secret)
    await click(page, 'I have saved it')
    await page.getByText('Old secret signs until').waitFor()

    await choose(page, 'Replay deliveries')
    await enterDateTime(page, 'Events since', '2026-01-01T00:00')
    await page.getByRole('radio', { name: /All/ }).check()
    await click(page, 'Replay')
    await page.getByText(/Ended: (\d+) of \1 attempted, \1 delivered, 0 failed/).waitFor()
    await page.keyboard.press('Escape')

    await choose(page, 'Disable')
    await page.getByText('Disabled', { exact: true }).waitFor()
    await choose(page, 'Delete')
    await click(page, 'Delete')
    await heading(page, 'No endpoints yet')
    expect(faults).toEqual([])
  })
})

describe('a webhook endpoint that two members change at once', () => {
  test('asks the second before overwriting, and keeps both what was typed and the other changes', async () => {
    await using receiver = await startReceiver()
    const { id } = (await owner('POST', '/v1/webhook-endpoints', { body: { url: receiver.url } })).body
    const path = `/v1/webhook-endpoints/${id}`
    const queue = (await owner('POST', '/v1/queues', { body: { name: 'Bar' } })).body.id
    const { page, faults } = await dashboard.visitAs(OWNER, `/settings/webhooks/${id}`)
    await click(page, 'Change')
    const dialog = page.getByRole('dialog', { name: 'Change endpoint' })
    await dialog.getByLabel('Description').fill('Mine')
    await dialog.getByRole('combobox', { name: 'Only these queues' }).click()
    await page.getByRole('option', { name: 'Bar' }).click()
    await owner('PATCH', path, { body: { description: 'Theirs', rate_limit_per_second: 7 } })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByRole('alert').getByText('Description is now Theirs').waitFor()
    expect(await dialog.getByLabel('Description').inputValue()).toBe('Mine')
    expect((await owner('GET', path)).body).toMatchObject({ description: 'Theirs', queue_ids: null })
    expect(await accessibilityFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Save mine instead' }).click()
    await dialog.waitFor({ state: 'detached' })
    expect((await owner('GET', path)).body).toMatchObject({
      description: 'Mine',
      queue_ids: [queue],
      rate_limit_per_second: 7,
    })
    await page.getByRole('definition').getByText('Bar', { exact: true }).waitFor()
    await owner('DELETE', path)
    await owner('DELETE', `/v1/queues/${queue}`)
    expect(faults).toEqual([])
  })
})

describe('an API key', () => {
  test('is shown once, counted in use, rotated and revoked', async () => {
    const { page, faults } = await dashboard.visitAs(OWNER, '/settings/api-keys')
    await heading(page, 'No keys yet')
    await click(page, 'Create a key')
    await page.getByLabel('Name').fill('Till')
    await click(page, 'Create the key')
    await page.getByText('Choose at least one scope').waitFor()
    await page.getByRole('checkbox', { name: 'queues:read' }).check()
    expect(await accessibilityFaults(page)).toEqual([])
    await click(page, 'Create the key')
    const key = await copied(page, 'API key')
    const used = apiClient(dashboard.usher.stack.url, key)
    expect((await used('GET', '/v1/queues')).status).toBe(200)
    await click(page, 'I have saved it')
    await click(page, 'Usage of Till')
    await page.getByText('listQueues').waitFor()
    await page.keyboard.press('Escape')

    await click(page, 'Rotate Till')
    await page.getByLabel('Hours the old key keeps working').fill('0')
    await click(page, 'Rotate the key')
    expect(await copied(page, 'API key')).not.toBe(key)
    await click(page, 'I have saved it')
    // The gateway hears of it by an event.
    await until('the old key to be refused', async () => (await used('GET', '/v1/queues')).status === 401)
    await click(page, 'Revoke Till')
    await click(page, 'Revoke')
    await heading(page, 'No keys yet')
    expect(faults).toEqual([])
  })
})

describe('an OAuth application', () => {
  test('is registered, changed and deleted, and its secret rotated, on the dashboard', async () => {
    const { page, faults } = await dashboard.visitAs(OWNER, '/settings/oauth-applications')
    await click(page, 'Register an application')
    await page.getByLabel('Name').fill('Partner')
    await page.getByLabel('Redirect URIs').fill('http://evil.example.com/')
    await page.getByRole('checkbox', { name: 'bookings:read' }).check()
    await click(page, 'Register')
    await page.getByText(/Must be https/).waitFor()
    await page.getByLabel('Redirect URIs').fill('https://partner.example.com/back')
    await click(page, 'Register')
    const secret = await copied(page, 'Client secret')
    expect(secret).toMatch(/^uos_/)
    await click(page, 'I have saved it')
    await click(page, 'Change Partner')
    await page.getByLabel('Name').fill('Partner two')
    await click(page, 'Save')
    await heading(page, 'Partner two')
    await click(page, 'Rotate the secret of Partner two')
    await click(page, 'Rotate')
    expect(await copied(page, 'Client secret')).not.toBe(secret)
    await click(page, 'I have saved it')
    await click(page, 'Delete Partner two')
    await click(page, 'Delete')
    await heading(page, 'No applications yet')
    expect(faults).toEqual([])
  })
})

describe('members of an organisation', () => {
  test('are invited, promoted and removed, while the last owner cannot be removed', async () => {
    await invite(dashboard.usher.stack.url, owner, { email: emailOf('bob'), role: 'host' })
    const { page, faults } = await dashboard.visitAs(OWNER, '/settings/members')
    await click(page, 'Invite a member')
    await page.getByLabel('E-mail address').fill(emailOf('eve'))
    await page.getByRole('radio', { name: 'Viewer' }).check()
    await click(page, 'Send invitation')
    // The Usher of the tests sends no mail.
    await page.getByRole('group', { name: 'Link of the invitation' }).waitFor()
    await click(page, 'Close')
    await click(page, `Withdraw the invitation to ${emailOf('eve')}`)
    await page.getByText('No pending invitations.').waitFor()
    await click(page, 'Change role of Bob')
    await page.getByRole('radio', { name: 'Manager' }).check()
    await click(page, 'Save')
    await page.getByText('Manager', { exact: true }).waitFor()
    await click(page, 'Remove Bob')
    await click(page, 'Remove')
    await page.getByText(emailOf('bob')).waitFor({ state: 'hidden' })
    await click(page, 'Remove Ada')
    await click(page, 'Remove')
    await page.getByRole('alert').getByText('Make somebody else an owner first.').waitFor()
    expect(faults).toEqual([])
  })

  test('with the role host cannot open the webhook settings', async () => {
    const host = await invite(dashboard.usher.stack.url, owner, { email: emailOf('host'), role: 'host' })
    const { page } = await dashboard.visitAs(host, '/settings/webhooks')
    await heading(page, 'Your role does not allow this')
    expect(await page.getByRole('link', { name: 'API keys', includeHidden: true }).count()).toBe(0)
  })
})

describe('an organisation in the dashboard', () => {
  test('has its changed settings in the audit log, before and after, and asks before overwriting', async () => {
    const { page, faults } = await dashboard.visitAs(OWNER, '/settings/organization')
    await page.getByLabel('Days to keep guest data').fill('45')
    await click(page, 'Save')
    await page.getByText('Settings saved.').waitFor()
    const read = async () => (await owner('GET', '/account/organization')).body
    expect((await read()).guest_retention_days).toBe(45)
    await until('the record of it', async () => {
      const { body } = await owner('GET', '/account/audit?action=updateOrganization')
      return body.data.length > 0
    })
    await page.goto('/audit')
    await page.getByRole('combobox', { name: 'What' }).click()
    await page.getByRole('option', { name: 'Change the organisation' }).click()
    const row = page.getByRole('row', { name: 'guest_retention_days 30 45' })
    await row.waitFor()
    await page.getByText('Ada · Change the organisation').waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    await click(page, 'Export')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    const lines = (await readFile(await file.path(), 'utf8')).trim().split('\r\n')
    expect(lines).toHaveLength(2)
    expect(lines[1]).toContain('updateOrganization')

    await page.goto('/settings/organization')
    await page.getByLabel('Days to keep guest data').fill('60')
    await owner('PATCH', '/account/organization', { body: { guest_retention_days: 50 } })
    await click(page, 'Save')
    await page.getByRole('alert').getByText('Days to keep guest data is now 50').waitFor()
    await click(page, 'Save mine instead')
    await until('the change', async () => (await read()).guest_retention_days === 60)
    expect(faults).toEqual([])
  })

  test('exports the data of a guest as a file', async () => {
    const { page, faults } = await dashboard.visitAs(OWNER, '/settings/privacy')
    await click(page, 'Export or erase')
    await page.getByRole('textbox', { name: /^Phone number/ }).fill('+49 151 12345678')
    await click(page, 'Start')
    await heading(page, 'Export: +4915112345678')
    await page.getByText('Completed').waitFor({ timeout: 30_000 })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ])
    expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toHaveProperty('services')
    expect(faults).toEqual([])
  })

  test('shows developers code samples with one of its queues', async () => {
    await owner('POST', '/v1/queues', { body: { name: 'Terrace' } })
    const [queue] = (await owner('GET', '/v1/queues')).body.data
    const { page, faults } = await dashboard.visitAs(OWNER, '/developers')
    await page.getByRole('group', { name: 'Add a guest with curl' }).getByText(queue.id).waitFor()
    await page.getByText('listQueues').waitFor()
    await page.getByText('By status', { exact: true }).click()
    await page.getByText('200', { exact: true }).waitFor()
    expect(faults).toEqual([])
  })

  test('is closed once its name is typed exactly, and its sessions end', async () => {
    const { page } = await dashboard.visitAs(OWNER, '/settings/organization')
    await click(page, 'Close it')
    await page.getByLabel(/^Type Settings Bistro/).fill('Settings')
    await click(page, 'Erase everything')
    await page.getByText('Type the name exactly as shown').waitFor()
    await page.getByLabel(/^Type Settings Bistro/).fill('Settings Bistro')
    await click(page, 'Erase everything')
    await heading(page, 'Sign in')
    const isOver = async () => (await owner('GET', '/account/me')).status === 401
    expect(await until('the session to end', isOver)).toBe(true)
  })
})
