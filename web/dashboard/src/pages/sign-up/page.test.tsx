import { screen, waitFor } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { ME } from '../../testing/samples.ts'
import { type Answers, refuse } from '../../testing/stub-api.ts'
import { Page } from './page.tsx'

const PASSWORD = 'correct horse battery'

function openPage(answers: Answers = {}) {
  window.history.replaceState(null, '', '/sign-up')
  const { organization, member, csrf_token, expires_at } = ME
  const account = {
    signUp: { organization, member, email_verified: true },
    signIn: { csrf_token, expires_at },
    getMe: ME,
  }
  return renderWith({ ...account, ...answers }, <Page />)
}

function fillIn() {
  fill('Venue or company', 'Bistro')
  fill('Your name', 'Ada')
  fill('E-mail address', 'ada@example.com')
  fill('Password', PASSWORD)
}

describe('the sign-up page', () => {
  test('creates the account once with the country and time zone of the browser, and signs in', async () => {
    const { bodySent } = openPage()
    fillIn()
    doubleClick('Create the account')
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(bodySent('signUp')).toEqual({
      ...{ organization_name: 'Bistro', name: 'Ada', email: 'ada@example.com', password: PASSWORD },
      ...{ country: 'US', timezone: Intl.DateTimeFormat().resolvedOptions().timeZone },
    })
    expect(bodySent('signIn')).toEqual({ email: 'ada@example.com', password: PASSWORD })
  })

  test('says where the link was sent when the address must be verified, and does not sign in', async () => {
    const { organization, member } = ME
    const { user, sent } = openPage({ signUp: { organization, member, email_verified: false } })
    fillIn()
    await user.click(button('Create the account'))
    expect((await screen.findByRole('status')).textContent).toMatch('We sent a link to ada@example.com')
    expect(sent('signIn')).toEqual([])
  })

  test('marks each missing field, and sends nothing', async () => {
    const { user, sent } = openPage()
    fill('Password', 'short')
    await user.click(button('Create the account'))
    expect(saidAt('Venue or company')).toBe('Enter the name of your venue or company')
    expect(saidAt('Your name')).toBe('Enter your name')
    expect(saidAt('E-mail address')).toBe('Enter your e-mail address')
    expect(saidAt('Password')).toMatch('Use 12 characters or more')
    expect(document.activeElement).toBe(field('Venue or company'))
    expect(sent('signUp')).toEqual([])
  })

  test('marks and focuses the field that the API refuses, and keeps the others', async () => {
    const { user, sent } = openPage()
    fillIn()
    fill('E-mail address', 'nowhere')
    await user.click(button('Create the account'))
    await waitFor(() => expect(saidAt('E-mail address')).toBe('Must be an e-mail address'))
    expect(document.activeElement).toBe(field('E-mail address'))
    expect(field('Venue or company').value).toBe('Bistro')
    expect(field('Password').value).toBe(PASSWORD)
    expect(sent('signIn')).toEqual([])
  })

  test('says that an account with this e-mail address already exists', async () => {
    const { user } = openPage({ signUp: refuse('email_taken', 'There is an account.') })
    fillIn()
    await user.click(button('Create the account'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('An account with this e-mail address already exists. Sign in instead.')
    expect(field('Venue or company').value).toBe('Bistro')
  })
})
