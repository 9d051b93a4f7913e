import { screen } from '@testing-library/react'
import type { Schemas } from '../../api/client.ts'
import { renderWith } from '../../testing/render.tsx'
import { GUEST } from '../../testing/samples.ts'
import { Timeline } from './guest-drawer.tsx'

const entry = {
  at: '2026-06-08T19:00:00Z',
  actor: 'system',
  type: 'added',
  reason: null,
  position_before: null,
  position_after: 3,
  caused_by: null,
} satisfies Schemas['TimelineEntry']

test.each([
  [{}, 'Joined, number 3'],
  [{ type: 'moved', position_before: 3, position_after: 1 }, 'Moved, from 3 to 1'],
  [
    { type: 'seated', position_before: 3, position_after: 2, caused_by: GUEST.id },
    'Another guest: seated, from 3 to 2',
  ],
  [{ type: 'notified', position_before: 3 }, 'Called'],
  [{ type: 'no_show', position_before: 3, position_after: null }, 'Did not show up'],
] as const)('the timeline entry %j has the title "%s"', async (changes, title) => {
  renderWith(
    { getGuestTimeline: { data: [{ ...entry, ...changes }], next_cursor: null } },
    <Timeline guest={GUEST} />,
  )
  expect(await screen.findByText(title)).toBeTruthy()
})
