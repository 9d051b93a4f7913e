import { screen, waitFor } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { field, renderWith } from '../../testing/render.tsx'
import { Page } from './page.tsx'

const GUEST = 'gst_01h455vb4pex5vsknk084sn02q'
const AT = '2026-05-05T10:00:00.000Z'

const message = (more: Partial<Schemas['Notification']>): Schemas['Notification'] => ({
  ...{ id: 'ntf_01h455vb4pex5vsknk084sn02q', guest_id: GUEST, channel: 'sms', to: '+14155552671' },
  ...{ text: 'Ada, it is your turn.', template_id: null, status: 'sent', provider: null, error: null },
  ...{ created_at: AT, sent_at: AT, delivered_at: null, failed_at: null, queue_id: null, kind: 'ready' },
  ...{ send_at: null, next_attempt_at: null, held: null, attempts: [], unconfirmed_at: null },
  ...{ failover_of: null, failover_to: null, anonymized_at: null },
  ...more,
})

test('a push message shows its channel and "The guest\'s browser", without the guest id', async () => {
  const { user } = renderWith(
    { listNotifications: { data: [message({ channel: 'push', to: GUEST })], next_cursor: null } },
    <Page />,
  )
  await user.click(await screen.findByRole('button', { name: /The guest's browser/ }))
  expect(await screen.findByText(/^Push, /)).toBeTruthy()
  expect(document.body.textContent).not.toContain(GUEST)
})

test('an erased message says that it was erased', async () => {
  renderWith(
    { listNotifications: { data: [message({ channel: 'push', to: null, text: '' })], next_cursor: null } },
    <Page />,
  )
  expect(await screen.findByText('Erased')).toBeTruthy()
})

test('a message that the sandbox took reads as not sent, and has a filter of its own', async () => {
  const api = renderWith(
    {
      listNotifications: {
        data: [message({ status: 'delivered', provider: 'sandbox' })],
        next_cursor: null,
      },
    },
    <Page />,
  )
  expect(await screen.findByText('Not sent: sandbox', { selector: 'button *' })).toBeTruthy()
  await api.user.selectOptions(field('Status'), 'Not sent: sandbox')
  await api.user.selectOptions(field('Status'), 'Delivered')
  await waitFor(() =>
    expect(api.sent('listNotifications').map(({ query }) => query)).toMatchObject([
      {},
      { sandbox: 'true' },
      { sandbox: 'false', status: 'delivered' },
    ]),
  )
})
