import { screen } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { renderWith } from '../../testing/render.tsx'
import { MessageDetails } from './page.tsx'

type Message = Schemas['Notification']

const AT = '2026-11-21T11:58:00.000Z'

const attempt = (outcome: Message['attempts'][number]['outcome'], provider: string) => ({
  ...{ at: AT, outcome, provider, channel: 'sms', error: null },
})

describe('a message with attempts', () => {
  test('shows the outcome and the provider of each attempt, with tags in names as they are', () => {
    const attempts = [
      { ...attempt('refused', 'Main <b>number</b>'), at: '2026-11-21T11:57:00.000Z' },
      attempt('unknown', 'twilio'),
    ]
    const message = {
      ...{ to: null, text: 'Come.', status: 'failed', channel: 'sms', held: null, error: null },
      ...{ attempts, created_at: AT },
    } as unknown as Message
    renderWith({}, <MessageDetails message={message} />)
    expect(screen.getByText('Erased')).toBeTruthy()
    expect(screen.getByText(/^SMS, .*2026/)).toBeTruthy()
    expect(screen.getByText('Refused by Main <b>number</b>')).toBeTruthy()
    expect(screen.getByText('No response from twilio')).toBeTruthy()
  })
})
