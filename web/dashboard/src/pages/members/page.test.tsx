import { screen } from '@testing-library/react'
import { button, fill, renderWith } from '../../testing/render.tsx'
import { ME, pageOf } from '../../testing/samples.ts'
import { Page } from './page.tsx'

const INVITATION = {
  ...{ id: 'inv_01h455vb4pex5vsknk084sn02q', email: 'bob@example.com', role: 'host' },
  ...{ created_by: ME.member.id, created_at: '2026-12-01T10:00:00Z', expires_at: '2026-12-08T10:00:00Z' },
}

async function invite(token: string | null) {
  const answers = { listMembers: pageOf(ME.member), listInvitations: pageOf() }
  const { user } = renderWith({ ...answers, createInvitation: { ...INVITATION, token } }, <Page />)
  await user.click(await screen.findByRole('button', { name: 'Invite a member' }))
  fill('E-mail address', INVITATION.email)
  await user.click(button('Send invitation'))
}

describe('an invitation', () => {
  test('is sent by mail', async () => {
    await invite(null)
    expect(await screen.findByText('Invitation sent to bob@example.com.')).toBeTruthy()
  })

  test('is a link to copy where the installation sends no mail', async () => {
    await invite('t0ken')
    const link = await screen.findByRole('group', { name: 'Link of the invitation' })
    expect(link.textContent).toBe(`${window.location.origin}/accept-invitation?token=t0ken`)
  })
})
