import { screen } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { renderWith } from '../../testing/render.tsx'
import { RequestCard } from './page.tsx'

const part = (status: 'running' | 'completed', records: number) => ({
  ...{ service: 'queue' as const, livemode: true, at: null, status, records },
})

const request = (more: Partial<Schemas['PrivacyRequest']>): Schemas['PrivacyRequest'] => ({
  ...{ id: 'prv_01h455vb4pex5vsknk084sn02q', kind: 'erasure', subject: { email: 'ada@example.com' } },
  ...{ status: 'running', parts: [part('completed', 1), part('running', 0)], created_by: 'mem_1' },
  ...{ created_at: '2026-11-21T11:58:00.000Z', completed_at: null, expires_at: null },
  ...more,
})

describe('the card of a privacy request', () => {
  test('shows whose data it is about and how many parts are done while it runs', () => {
    renderWith({}, <RequestCard request={request({})} />)
    expect(screen.getByText('Erasure: ada@example.com')).toBeTruthy()
    expect(screen.getByText('1 of 2 parts of Usher done, 1 record')).toBeTruthy()
  })

  test('shows when the request was completed', () => {
    const parts = [part('completed', 1), part('completed', 2)]
    const completed_at = '2026-11-21T12:00:00.000Z'
    renderWith({}, <RequestCard request={request({ status: 'completed', parts, completed_at })} />)
    expect(screen.getByText(/^2 of 2 parts of Usher done, 3 records, on .*2026/)).toBeTruthy()
  })
})
