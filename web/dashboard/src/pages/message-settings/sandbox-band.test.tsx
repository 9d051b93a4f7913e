import { screen, waitFor } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { renderWith } from '../../testing/render.tsx'
import { ME } from '../../testing/samples.ts'
import { SandboxBand } from './sandbox-band.tsx'

const settingsWith = (sandbox_channels: Schemas['NotificationSettings']['sandbox_channels']) => ({
  getNotificationSettings: {
    ...{ countries: ['DE'], per_number_per_hour: 10, per_number_per_day: 30 },
    ...{ per_organization_per_day: 10_000, failover_after_seconds: 120, sandbox_channels },
  },
})

const HOST = { ...ME, scopes: ['notifications:read' as const] }
const MANAGER = { ...ME, scopes: ['notifications:read' as const, 'message-providers:manage' as const] }

describe('the band about the sandbox', () => {
  test('says that nobody receives messages, and links to the providers', async () => {
    renderWith(settingsWith(['sms', 'email']), <SandboxBand />, MANAGER)
    expect(await screen.findByText(/^Messages go to the sandbox: nobody receives them\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Connect a message service' }).getAttribute('href')).toBe(
      '/settings/messages',
    )
  })

  test('has no link for members who cannot connect a provider', async () => {
    renderWith(settingsWith(['sms', 'email']), <SandboxBand />, HOST)
    expect(await screen.findByText(/^Messages go to the sandbox/)).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })

  test('names the channel if the other one has a provider', async () => {
    renderWith(settingsWith(['sms']), <SandboxBand />, HOST)
    expect(await screen.findByText(/^Text messages go to the sandbox/)).toBeTruthy()
  })

  test('is absent once providers are connected', async () => {
    const api = renderWith(settingsWith([]), <SandboxBand />, HOST)
    await waitFor(() => expect(api.sent('getNotificationSettings')).toHaveLength(1))
    expect(screen.queryByText(/sandbox/)).toBeNull()
  })
})
