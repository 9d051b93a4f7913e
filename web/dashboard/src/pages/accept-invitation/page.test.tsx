import { screen, waitFor } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { ME } from '../../testing/samples.ts'
import { type Answers, refuse } from '../../testing/stub-api.ts'
import { Page } from './page.tsx'

const PASSWORD = 'correct horse battery'

function openPage(answers: Answers = {}) {
  window.history.replaceState(null, '', '/accept-invitation?token=t1')
  const { organization, member, csrf_token, expires_at } = ME
  const account = {
    acceptInvitation: { organization, member, email_verified: true },
    signIn: { csrf_token, expires_at },
    getMe: ME,
  }
  return renderWith({ ...account, ...answers }, <Page />)
}

describe('accepting an invitation', () => {
  test('sends name, password and token once, and signs in', async () => {
    const { bodySent } = openPage()
    fill('Your name', 'Ada')
    fill('Password', PASSWORD)
    doubleClick('Join')
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(bodySent('acceptInvitation')).toEqual({ token: 't1', name: 'Ada', password: PASSWORD })
    expect(bodySent('signIn')).toEqual({ email: ME.member.email, password: PASSWORD })
  })

  test('names what each empty field needs, and sends nothing', async () => {
    const { user, sent } = openPage()
    await user.click(button('Join'))
    expect(saidAt('Your name')).toBe('Enter your name')
    expect(saidAt('Password')).toMatch('Use 12 characters or more')
    expect(sent('acceptInvitation')).toEqual([])
  })

  test('marks a name that is too long, and keeps the password', async () => {
    const { user } = openPage()
    fill('Your name', 'A'.repeat(101))
    fill('Password', PASSWORD)
    await user.click(button('Join'))
    await waitFor(() => expect(saidAt('Your name')).toMatch('Too big'))
    expect(field('Password').value).toBe(PASSWORD)
  })

  test('says that the invitation is no longer valid once it was used or withdrawn', async () => {
    const { user } = openPage({ acceptInvitation: refuse('not_found', 'There is no such invitation.') })
    fill('Your name', 'Ada')
    fill('Password', PASSWORD)
    await user.click(button('Join'))
    await screen.findByText('This invitation is no longer valid')
    expect(screen.queryByLabelText('Your name')).toBeNull()
  })
})
