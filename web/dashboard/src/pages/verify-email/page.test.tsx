import { screen, waitFor } from '@testing-library/react'
import { button, doubleClick, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { ME } from '../../testing/samples.ts'
import { refuse } from '../../testing/stub-api.ts'
import { Page } from './page.tsx'

function openPage(answer: Parameters<typeof renderWith>[0] = { verifyEmail: null }) {
  window.history.replaceState(null, '', '/verify-email?token=t1')
  return renderWith({ getMe: ME, ...answer }, <Page />)
}

describe('the link of an e-mail verification', () => {
  test('sends token and password once', async () => {
    const { bodySent } = openPage()
    fill('Password', 'correct horse battery')
    doubleClick('Verify')
    expect((await screen.findByRole('status')).textContent).toMatch('Your address is verified')
    expect(bodySent('verifyEmail')).toEqual({ token: 't1', password: 'correct horse battery' })
  })

  test('can be used again after a missing or wrong password', async () => {
    const { user, sent } = openPage({ verifyEmail: refuse('invalid_proof', 'Wrong.') })
    await user.click(button('Verify'))
    expect(saidAt('Password')).toBe('Enter the password you chose')
    expect(sent('verifyEmail')).toEqual([])
    fill('Password', 'wrong')
    await user.click(button('Verify'))
    expect((await screen.findByRole('alert')).textContent).toMatch('The password or code is wrong')
    expect(button('Verify')).toBeTruthy()
  })

  test('asks to create the account again when the link was used or is too old', async () => {
    const { user } = openPage({ verifyEmail: refuse('not_found', 'There is no such e-mail verification.') })
    fill('Password', 'correct horse battery')
    await user.click(button('Verify'))
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch('create the account again'))
  })
})
