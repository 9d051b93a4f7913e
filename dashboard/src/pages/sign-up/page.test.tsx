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

describe('given the page for a new account', () => {
  test('when it is filled in, then the account is made once, with the place of the browser, and signed in', async () => {
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

  test('when the address is to be proved first, then it is said where to look, and nobody is signed in', async () => {
    const { organization, member } = ME
    const { user, sent } = openPage({ signUp: { organization, member, email_verified: false } })
    fillIn()
    await user.click(button('Create the account'))
    expect((await screen.findByRole('status')).textContent).toMatch('We sent a link to ada@example.com')
    expect(sent('signIn')).toEqual([])
  })

  test('when fields are missing, then each says what it needs, and nothing is sent', async () => {
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

  test('when the API refuses a field, then it is said there, the focus is there, and the rest stays', async () => {
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

  test('when there is an account with the address, then that is said', async () => {
    const { user } = openPage({ signUp: refuse('email_taken', 'There is an account.') })
    fillIn()
    await user.click(button('Create the account'))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('An account with this e-mail address already exists. Sign in instead.')
    expect(field('Venue or company').value).toBe('Bistro')
  })
})
