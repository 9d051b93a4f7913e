import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sessionClient, until } from '@usher/test-kit'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { accessibilityFaults } from '../accessibility.ts'
import { newAddresses, signUp } from '../people.ts'
import { PASSWORD, signIn } from './dashboard.ts'
import { useDashboard } from './during-tests.ts'

const emailOf = newAddresses()

const dashboard = useDashboard()

const url = () => dashboard.usher.stack.url

/** The link of the newest mail to somebody, as a path. */
const mailedLink = (to: string, type: string): Promise<string> =>
  until(`a mail to ${to}`, async () => {
    const folder = join(dashboard.usher.home, 'outbox')
    const names = (await readdir(folder))
      .filter((name) => name.includes(type) && name.endsWith('.json'))
      .sort()
    const mails = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))),
    )
    const link = mails.findLast((mail) => mail.to === to)?.link
    return link?.slice(url().length)
  })

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).waitFor()

describe('a visitor who is not signed in', () => {
  test('signs up and is guided to a first queue with a first guest', async () => {
    const { page, faults } = await dashboard.visit('/sign-up')
    await page.getByLabel('Venue or company').fill('Bistro <b>Ada</b>')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByLabel('E-mail address').fill(emailOf('ada'))
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Create the account' }).click()
    await page.getByText('Use 12 characters or more').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')

    await heading(page, 'Welcome, Ada')
    expect(await page.getByText('Bistro <b>Ada</b>').count()).toBe(1)
    await page.getByLabel('Name').fill('Dinner')
    await page.keyboard.press('Enter')
    await heading(page, 'Your first guest')
    await page.getByLabel('Name').fill('Grace')
    await page.getByLabel('Phone').fill('415 555 2671')
    await page.keyboard.press('Enter')
    await heading(page, 'Grace is number 1 in Dinner')
    expect(await accessibilityFaults(page)).toEqual([])

    const owner = await sessionClient(url(), { email: emailOf('ada'), password: PASSWORD })
    const [queue] = (await owner('GET', '/v1/queues')).body.data
    expect(queue).toMatchObject({ name: 'Dinner', waiting_count: 1, timezone: 'Europe/London' })
    const [guest] = (await owner('GET', `/v1/queues/${queue.id}/guests`)).body.data
    expect(guest).toMatchObject({ name: 'Grace', phone: '+14155552671', party_size: 2 })
    expect(faults).toEqual([])
  })

  test('is led to the page they opened after signing in, and never to another site', async () => {
    const { page } = await dashboard.visit('/settings/security')
    await heading(page, 'Sign in')
    await signIn(page, { ...dashboard.usher.demo, password: 'wrong password' })
    await page.getByRole('alert').getByText('The e-mail address or password is wrong').waitFor()
    await signIn(page, dashboard.usher.demo)
    await heading(page, 'Password and security')
    for (const elsewhere of ['//evil.test/', 'https://evil.test/', '/\\evil.test/']) {
      const other = await dashboard.visit(`/sign-in?next=${encodeURIComponent(elsewhere)}`)
      await signIn(other.page, dashboard.usher.demo)
      await other.page.getByRole('button', { name: /Your account/ }).waitFor()
      expect(new URL(other.page.url()).origin).toBe(url())
    }
  })

  test('opens the dashboard and signs in without any refused request', async () => {
    const { page } = await dashboard.visit('/')
    await heading(page, 'Sign in')
    const refused: string[] = []
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()}`)
    })
    await page.goto('/queues')
    await heading(page, 'Sign in')
    await signIn(page, dashboard.usher.demo)
    await page.getByRole('button', { name: /Your account/ }).waitFor()
    expect(refused).toEqual([])
  })

  test('sets a new password with the mailed link, which can be used once', async () => {
    await signUp(url(), emailOf('forgets'), 'Forgetful')
    const { page, faults } = await dashboard.visit('/sign-in')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('E-mail address').fill(emailOf('forgets'))
    await page.getByRole('button', { name: 'Send link' }).click()
    await heading(page, 'Check your e-mail')
    const link = await mailedLink(emailOf('forgets'), 'reset')
    await page.goto(link)
    await page.getByLabel('New password').fill('another long password')
    await page.getByRole('button', { name: 'Set password' }).click()
    await heading(page, 'Your new password is set')
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signIn(page, { email: emailOf('forgets'), password: 'another long password' })
    await heading(page, 'Welcome, Ada')

    const again = await dashboard.visit(link)
    await again.page.getByLabel('New password').fill('a third long password')
    await again.page.getByRole('button', { name: 'Set password' }).click()
    await heading(again.page, 'This link is no longer valid')
    expect(faults).toEqual([])
  })

  test('accepts an invitation, and joins that organisation with the role', async () => {
    const inviter = await signUp(url(), emailOf('invites'), 'Inviting')
    await inviter('POST', '/account/invitations', { body: { email: emailOf('host'), role: 'host' } })
    const { page, faults } = await dashboard.visit(await mailedLink(emailOf('host'), 'invit'))
    await page.getByLabel('Your name').fill('Hopper')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Join' }).click()
    await heading(page, 'No queues yet')
    await page.getByText('Inviting').waitFor()
    await page.getByRole('button', { name: 'Your account: Hopper' }).click()
    await page.getByText(`${emailOf('host')} · host`).waitFor()
    expect(faults).toEqual([])
  })
})

describe('a signed-in member', () => {
  test('sets up a second factor, and is asked for its code or a recovery code at sign-in', async () => {
    await signUp(url(), emailOf('careful'), 'Careful')
    const person = { email: emailOf('careful'), password: PASSWORD }
    const { page, faults } = await dashboard.visitAs(person, '/settings/security')
    await page.getByRole('button', { name: 'Set it up' }).click()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    expect(await accessibilityFaults(page)).toEqual([])
    const secret = (await page.getByRole('dialog').locator('code').textContent()) ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
    await page.getByRole('button', { name: 'Turn it on' }).click()
    const code = (await page.getByRole('listitem').first().textContent()) ?? ''
    await page.getByRole('button', { name: 'I have saved them' }).click()

    await page.getByRole('button', { name: /Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await signIn(page, person)
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await page.keyboard.press('Enter')
    await page.getByText('The code is wrong or was already used').waitFor()
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.keyboard.press('Enter')
    await heading(page, 'Password and security')
    expect(faults).toEqual([])
  })

  test('is led to sign in again, with the way back, when the session is ended elsewhere', async () => {
    const person = dashboard.usher.demo
    const { page } = await dashboard.visitAs(person, '/settings/security')
    const other = await sessionClient(url(), person)
    const { data } = (await other('GET', '/account/sessions')).body
    for (const { id, is_current } of data) if (!is_current) await other('DELETE', `/account/sessions/${id}`)
    await until('the dashboard to notice', async () => {
      await page
        .getByRole('link', { name: 'Queues' })
        .click({ timeout: 1000 })
        .catch(() => {})
      return await page.getByRole('heading', { name: 'Sign in' }).isVisible()
    })
    expect(page.url()).toContain('next=')
  })
})
