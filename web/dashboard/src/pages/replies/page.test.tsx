import { screen, waitFor } from '@testing-library/react'
import { renderWith } from '../../testing/render.tsx'
import { GUEST, pageOf, QUEUE } from '../../testing/samples.ts'
import { Page } from './page.tsx'
import { UnreadBadge } from './unread-badge.tsx'

const replied = (name: string, number: number, minute: string) => ({
  ...GUEST,
  ...{ id: `gst_01h455vb4pex5vsknk084s000${number}`, name, phone: '+14155552671' },
  unread_reply_at: `2026-05-05T09:${minute}:00.000Z`,
})

const ADA = replied('Ada', 1, '10')
const BOB = replied('Bob', 2, '20')

const ENTRY = {
  ...{ id: 'rpl_1', direction: 'in', at: ADA.unread_reply_at, channel: 'sms', text: 'Is there a ramp?' },
  ...{ status: null, provider: 'sandbox', kind: null, error: null, intent: null, minutes: null },
}

const open = (guests: readonly (typeof ADA)[], answers: Parameters<typeof renderWith>[0] = {}) =>
  renderWith(
    {
      ...{ listAllGuests: pageOf(...guests), listQueues: pageOf(QUEUE) },
      ...{ getConversation: pageOf(ENTRY), ...answers },
    },
    <>
      <UnreadBadge />
      <Page />
    </>,
  )

describe('the inbox of replies', () => {
  test('lists the unread replies in all queues with the latest first, and counts them', async () => {
    const { sent } = open([ADA, BOB])
    const rows = await screen.findAllByRole('button', { name: /^(Ada|Bob)/ })
    await screen.findAllByText(QUEUE.name)
    expect(rows.map(({ textContent }) => textContent?.slice(0, 3))).toEqual(['Bob', 'Ada'])
    expect(screen.getByText('2 unread replies')).toBeTruthy()
    expect(sent('listAllGuests')[0]?.query).toMatchObject({ unread: 'true', status: 'waiting,notified' })
  })

  test('marks a reply as read when it is opened, and loads the list again', async () => {
    jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
    const { user, sent, bodySent } = open([ADA], {
      markRepliesRead: { ...ADA, unread_reply_at: null },
    })
    await user.click(await screen.findByRole('button', { name: /^Ada/ }))
    expect(await screen.findByText('Is there a ramp?')).toBeTruthy()
    await waitFor(() => expect(bodySent('markRepliesRead')).toEqual({ until: ADA.unread_reply_at }))
    await waitFor(() => expect(sent('listAllGuests').length).toBeGreaterThan(1))
  })

  test('says that there is nothing to read', async () => {
    open([])
    expect(await screen.findByText('No unread replies')).toBeTruthy()
    expect(screen.queryByText(/^\d+ unread/)).toBeNull()
  })
})
