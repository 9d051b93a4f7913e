import { screen, waitFor } from '@testing-library/react'
import { button, field, fill, renderWith } from '../../testing/render.tsx'
import { ME, MESSAGE_PROVIDER, pageOf } from '../../testing/samples.ts'
import { ProvidersCard } from './providers-card.tsx'

describe('the providers of messages', () => {
  test('offer a test to the own mailbox right after a mail server is connected, and say what came of it', async () => {
    const channels = ['email' as const]
    const { user, bodySent } = renderWith(
      {
        listMessageProviders: pageOf(),
        createMessageProvider: { ...MESSAGE_PROVIDER, channels },
        testMessageProvider: { outcome: 'sent', message: 'Sent as 1.', provider_code: null, message_id: '1' },
      },
      <ProvidersCard />,
    )
    await user.click(await screen.findByRole('button', { name: 'Add a message service' }))
    fill('Kind', 'smtp')
    fill('Name', 'Mail')
    fill('Host', 'mail.example.com')
    fill('From address', 'hello@example.com')
    await user.click(button('Save'))
    await waitFor(() => expect(field('To').value).toBe(ME.member.email))
    await user.click(button('Send test'))
    expect(await screen.findByText('Sent as 1.')).toBeTruthy()
    expect(bodySent('testMessageProvider')).toEqual({ to: ME.member.email })
  })
})
