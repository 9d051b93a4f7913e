import { screen } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { renderWith } from '../../testing/render.tsx'
import { GUEST, pageOf } from '../../testing/samples.ts'
import { Conversation } from './conversation.tsx'

const message = (
  last: string,
  given: Partial<Schemas['ConversationEntry']>,
): Schemas['ConversationEntry'] => ({
  ...{ id: `ntf_01h455vb4pex5vsknk084sn02${last}`, direction: 'out', at: '2026-05-05T10:00:00.000Z' },
  ...{ channel: 'sms', text: 'Come.', status: 'delivered', provider: 'twilio', kind: 'ready', error: null },
  ...{ intent: null, minutes: null },
  ...given,
})

describe('the conversation with a guest', () => {
  test('says of each message whether it was sent or went to the sandbox', async () => {
    const entries = [
      message('0', {}),
      message('1', { provider: 'sandbox' }),
      message('2', { provider: 'sandbox', status: 'sent' }),
      message('3', { provider: 'sandbox', status: 'failed' }),
    ]
    renderWith({ getConversation: pageOf(...entries) }, <Conversation guest={GUEST} isAnswering={false} />)
    const log = await screen.findByRole('log')
    expect([...log.children].map((entry) => entry.lastElementChild?.textContent?.split(' · ')[2])).toEqual([
      ...['delivered', 'not sent: sandbox', 'not sent: sandbox', 'failed: sandbox'],
    ])
  })
})
