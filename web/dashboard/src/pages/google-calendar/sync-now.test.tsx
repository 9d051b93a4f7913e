import { screen } from '@testing-library/react'
import { button, renderWith } from '../../testing/render.tsx'
import { SyncNow } from './page.tsx'
import type { Connection } from './queries.ts'

const CONNECTION = { id: 'cal_01h455vb4pex5vsknk084sn02q' } as Connection

const counts = { created: 3, updated: 1, deleted: 0, skipped: 0, conflicts: 1 }

const over = (status: 'completed' | 'failed', reason: 'paused' | null) => ({
  ...{ id: 'csy_01h455vb4pex5vsknk084sn02q', status, ...counts },
  connections: [{ connection_id: CONNECTION.id, status, ...counts, reason }],
  ...{ created_at: '2026-11-21T11:58:00.000Z', completed_at: '2026-11-21T11:58:02.000Z' },
})

describe('a sync of a connected calendar', () => {
  test.each([
    ['it is in sync', over('completed', null), 'In sync · 3 added, 1 changed, 0 removed · 1 conflict'],
    [
      'a sync failed',
      over('failed', 'paused'),
      'Not complete, because the connection is paused · 3 added, 1 changed, 0 removed · 1 conflict',
    ],
  ])('shows its counts when %s', async (_, startCalendarSync, said) => {
    const { user } = renderWith({ startCalendarSync }, <SyncNow connection={CONNECTION} />)
    await user.click(button('Sync now'))
    expect(await screen.findByText(said)).toBeTruthy()
  })
})
