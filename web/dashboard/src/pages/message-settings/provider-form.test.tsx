import { waitFor } from '@testing-library/react'
import { button, doubleClick, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { MESSAGE_PROVIDER } from '../../testing/samples.ts'
import { ProviderForm } from './provider-form.tsx'

const AUTH_TOKEN = '0123456789abcdef'.repeat(2)

function openForm(provider?: typeof MESSAGE_PROVIDER) {
  const onDone = jest.fn()
  const rendered = renderWith(
    { createMessageProvider: MESSAGE_PROVIDER, updateMessageProvider: MESSAGE_PROVIDER },
    <ProviderForm onDone={onDone} {...(provider && { provider })} />,
  )
  return { ...rendered, onDone, saved: () => waitFor(() => expect(onDone).toHaveBeenCalled()) }
}

describe('the form of a new message provider', () => {
  test('sends the settings and credentials of Twilio once', async () => {
    const { user, bodySent, saved } = openForm()
    fill('Name', 'Main number')
    fill('Account SID', `AC${'0'.repeat(32)}`)
    fill('Auth token', AUTH_TOKEN)
    fill('Sender', '+14155552671')
    fill('Order', '2')
    await user.click(field('Enabled'))
    doubleClick('Save')
    await saved()
    expect(bodySent('createMessageProvider')).toEqual({
      ...{ kind: 'twilio', name: 'Main number', priority: 2, enabled: false },
      settings: { account_sid: `AC${'0'.repeat(32)}`, from: '+14155552671', messaging_service_sid: null },
      credentials: { auth_token: AUTH_TOKEN },
    })
  })

  test('sends null for the SMTP settings that are left empty', async () => {
    const { bodySent, saved } = openForm()
    fill('Kind', 'smtp')
    fill('Name', 'Mail')
    fill('Host', 'mail.example.com')
    fill('From address', 'hello@example.com')
    fill('Port', '465')
    fill('Security', 'tls')
    doubleClick('Save')
    await saved()
    expect(bodySent('createMessageProvider')).toEqual({
      ...{ kind: 'smtp', name: 'Mail', priority: 1, enabled: true },
      settings: {
        ...{ host: 'mail.example.com', port: 465, security: 'tls', user: null },
        ...{ from_address: 'hello@example.com', from_name: null },
      },
      credentials: { password: null },
    })
  })

  test('sends the URL and the secret of an HTTP service', async () => {
    const { bodySent, saved } = openForm()
    const secret = `whsec_${'A'.repeat(32)}`
    fill('Kind', 'http')
    fill('Name', 'Ours')
    fill('URL', 'https://messages.example.com/')
    fill('Secret', secret)
    doubleClick('Save')
    await saved()
    expect(bodySent('createMessageProvider')).toEqual({
      ...{ kind: 'http', name: 'Ours', priority: 1, enabled: true },
      ...{ settings: { url: 'https://messages.example.com/' }, credentials: { secret } },
    })
  })

  test('marks each invalid setting, and keeps what was typed', async () => {
    const { user, onDone } = openForm()
    fill('Name', 'Main number')
    fill('Account SID', 'AC1')
    fill('Auth token', 'short')
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Account SID')).toMatch('Must be AC and 32 hexadecimal digits'))
    expect(saidAt('Auth token')).toMatch('Must be 32 hexadecimal digits')
    expect(field('Account SID').value).toBe('AC1')
    expect(field('Auth token').value).toBe('short')
    expect(onDone).not.toHaveBeenCalled()
  })

  test('says that the name is missing', async () => {
    const { user } = openForm()
    fill('Kind', 'http')
    fill('URL', 'https://messages.example.com/')
    fill('Secret', `whsec_${'A'.repeat(32)}`)
    await user.click(button('Save'))
    await waitFor(() => expect(saidAt('Name')).toMatch('Too small'))
    expect(field('URL').value).toBe('https://messages.example.com/')
  })
})

describe('the form of an existing message provider', () => {
  test('never shows the secret, and keeps it when the field is left empty', async () => {
    const { bodySent, saved } = openForm(MESSAGE_PROVIDER)
    expect(field('Auth token').value).toBe('')
    expect(saidAt('Auth token')).toBe('Leave empty to keep the current one')
    fill('Order', '7')
    doubleClick('Save')
    await saved()
    expect(bodySent('updateMessageProvider')).toEqual({
      ...{ name: 'Main number', priority: 7, enabled: true },
      settings: { account_sid: `AC${'0'.repeat(32)}`, from: '+14155552671', messaging_service_sid: null },
    })
  })
})
