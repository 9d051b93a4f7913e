import { screen, waitFor } from '@testing-library/react'
import { clearTime, fillDate, fillTime } from '../../testing/dates.ts'
import { button, field, fill, renderWith, saidAt } from '../../testing/render.tsx'
import { pageOf } from '../../testing/samples.ts'
import { CreateForm } from './page.tsx'

const KEY = {
  ...{ id: 'key_01h455vb4pex5vsknk084sn02q', name: 'Till', scopes: ['queues:read'], queue_ids: null },
  ...{ livemode: true, last4: 'abcd', created_by: 'mem_01h455vb4pex5vsknk084sn02q', replaced_by: null },
  ...{ created_at: '2026-11-26T09:00:00Z', last_used_at: null, expires_at: null, api_key: 'usk_1' },
  api_version: '2026-12-01',
}

const openForm = async () => {
  const answers = { listQueues: pageOf(), createApiKey: KEY, listApiKeys: pageOf() }
  const form = <CreateForm onClose={() => {}} onSecret={() => {}} />
  const rendered = renderWith(answers, form)
  await waitFor(() => fill('Name', 'Till'))
  await rendered.user.click(screen.getByRole('checkbox', { name: /^queues:read/ }))
  return rendered
}

describe('the form for a new API key', () => {
  test.each([
    { what: 'is no date', enter: () => fill('Expires', '24.12.26'), said: 'Enter a date such as' },
    {
      what: 'lacks its time',
      enter: () => {
        fillDate('Expires', '2026-12-24')
        clearTime('Expires')
      },
      said: 'Enter a time',
    },
  ])('creates no key when the expiry $what, and marks the field', async ({ enter, said }) => {
    const { user, sent } = await openForm()
    enter()
    await user.click(button('Create the key'))
    expect(saidAt('Expires')).toMatch(said)
    expect(document.activeElement).toBe(field('Expires'))
    expect(sent('createApiKey')).toEqual([])
    fillDate('Expires', '2026-12-24')
    fillTime('Expires', '09:30')
    await user.click(button('Create the key'))
    await waitFor(() => expect(sent('createApiKey')).toHaveLength(1))
    expect(sent('createApiKey')[0]?.body).toMatchObject({
      expires_at: new Date('2026-12-24T09:30').toISOString(),
    })
  })
})
