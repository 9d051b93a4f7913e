import { screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderWith } from '../../testing/render.tsx'
import { UsageCard } from '../developers/usage-card.tsx'
import { Page } from './page.tsx'

const [FROM, UNTIL] = ['2026-11-21T11:58:00.000Z', '2026-11-21T11:59:30.000Z']

const after = (value: unknown) => ({ before: null, after: value })

const lostRecord = (count: number, exact: boolean) => ({
  id: 'aud_01m7z0dj9nfvmthhecr7s68rtm',
  number: 7,
  at: UNTIL,
  actor: 'system',
  actor_name: null,
  action: 'requests.lost',
  outcome: 'failed',
  status: null,
  code: null,
  resource: null,
  changes: { lost_requests: after(count), from: after(FROM), until: after(UNTIL), exact: after(exact) },
  address: null,
  user_agent: null,
  request_id: 'evt_01m7z0dj9nfvmthhecr7s68rtp',
  duration_ms: null,
  key_id: 'k',
  previous_hash: '',
  hash: '',
})

describe('given requests that could not be recorded', () => {
  test('when the audit log is shown, then it says in words what it lacks', async () => {
    const data = [lostRecord(69, true)]
    renderWith({ listAuditRecords: { data, next_cursor: null } }, <Page />)
    expect(await screen.findByText('Missing from this log')).toBeTruthy()
    expect(screen.getByText(/^69 requests between .* 2026.* and .* could not be recorded\./)).toBeTruthy()
    expect(screen.queryByText('requests.lost')).toBeNull()
  })

  test('when their number is not exact, then it says at least', async () => {
    const data = [lostRecord(1, false)]
    renderWith({ listAuditRecords: { data, next_cursor: null } }, <Page />)
    expect(await screen.findByText(/^At least 1 request between/)).toBeTruthy()
  })

  test('when usage is shown, then it says what is not counted', async () => {
    const totals = {
      ...{ requests: 0, errors: 0, bytes_in: 0, bytes_out: 0 },
      latency_ms: { p50: null, p95: null, p99: null },
    }
    const lost = { requests: 1_234, from: FROM, until: UNTIL, exact: true }
    renderWith({ getUsage: { data: [], totals, lost, from: FROM, to: UNTIL, as_of: UNTIL } }, <UsageCard />)
    expect(await screen.findByText('Some requests are not counted')).toBeTruthy()
    expect(screen.getByText(/^1,234 requests between/)).toBeTruthy()
  })
})
