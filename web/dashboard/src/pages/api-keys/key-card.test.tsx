import { screen, waitFor } from '@testing-library/react'
import { button, field, renderWith } from '../../testing/render.tsx'
import { pageOf } from '../../testing/samples.ts'
import { KeyCard } from './page.tsx'

const KEY = {
  ...{
    id: 'key_01h455vb4pex5vsknk084sn02q',
    name: 'Till',
    scopes: ['queues:read' as const],
    queue_ids: null,
  },
  ...{ livemode: true, last4: 'abcd', created_by: 'mem_01h455vb4pex5vsknk084sn02q', replaced_by: null },
  ...{ created_at: '2026-11-26T09:00:00Z', last_used_at: null, expires_at: null, api_version: '2026-01-01' },
}

describe('an API key of an older version', () => {
  test('sends the newer API version chosen for it', async () => {
    const answers = { updateApiKey: { ...KEY, api_version: '2026-12-01' }, listApiKeys: pageOf() }
    const { user, bodySent } = renderWith(answers, <KeyCard apiKey={KEY} onSecret={() => {}} />)
    expect(screen.getByText('2026-01-01')).toBeTruthy()
    await user.click(button('Change the version of Till'))
    await user.click(await screen.findByLabelText('API version', { selector: 'input' }))
    await user.click(await screen.findByText('2026-12-01 (newest)'))
    expect(field('API version').value).toBe('2026-12-01 (newest)')
    await user.click(button('Save'))
    await waitFor(() => expect(bodySent('updateApiKey')).toEqual({ api_version: '2026-12-01' }))
  })
})
